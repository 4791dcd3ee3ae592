import { type Image, INDEX_STEP, type PhotoPage } from '#contract/photos.ts'

/** A month's cached pages: its first one, and blocks of INDEX_STEP by number. */
export type CachedMonthPages = ReadonlyMap<'first' | number, PhotoPage>

/** Removes photos from pages; the following ones move up. A page ends early where the next photo is not cached. */
export function removeFromPages(
  parts: CachedMonthPages,
  ids: ReadonlySet<string>,
): { parts: CachedMonthPages; gone: Set<string> } {
  const removed = new Map<number, string>()
  const photos = new Map<number, Image>()
  for (const [part, { images }] of parts) {
    const start = part === 'first' ? 0 : part * INDEX_STEP
    for (const [index, image] of images.entries()) {
      if (ids.has(image.imageId)) removed.set(start + index, image.imageId)
      else photos.set(start + index, image)
    }
  }
  if (removed.size === 0) return { parts, gone: new Set() }
  const gaps = [...removed.keys()].sort((a, b) => a - b)
  const moved = new Map<number, Image>()
  for (const [position, image] of photos)
    moved.set(position - gaps.filter(gap => gap < position).length, image)
  const closed = [...parts].map(([part, page]) => {
    const start = part === 'first' ? 0 : part * INDEX_STEP
    return [part, { ...page, images: run(moved, start, page.images.length) }] as const
  })
  return { parts: new Map(closed), gone: new Set(removed.values()) }
}

function run(photos: ReadonlyMap<number, Image>, start: number, most: number): Image[] {
  const images: Image[] = []
  for (let position = start; position < start + most; position++) {
    const image = photos.get(position)
    if (!image) break
    images.push(image)
  }
  return images
}
