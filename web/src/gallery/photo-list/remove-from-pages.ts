import type { Image, PhotoPage } from '#contract/photos.ts'
import { getPartStart, type MonthPart } from './month-pages.ts'

/** A month's cached pages. */
export type CachedMonthPages = ReadonlyMap<MonthPart, PhotoPage>

/**
 * Removes photos from pages; the following ones move up. A page ends early where the next photo is not cached. Returns the removed
 * ids with their positions in the month.
 */
export function removeFromPages(
  parts: CachedMonthPages,
  ids: ReadonlySet<string>,
): { parts: CachedMonthPages; removed: ReadonlyMap<string, number> } {
  const idByPosition = new Map<number, string>()
  const photos = new Map<number, Image>()
  for (const [part, { images }] of parts) {
    const start = getPartStart(part)
    for (const [index, image] of images.entries()) {
      if (ids.has(image.imageId)) idByPosition.set(start + index, image.imageId)
      else photos.set(start + index, image)
    }
  }
  if (idByPosition.size === 0) return { parts, removed: new Map() }
  const gaps = [...idByPosition.keys()].sort((a, b) => a - b)
  const movedPhotos = new Map<number, Image>()
  for (const [position, image] of photos)
    movedPhotos.set(position - gaps.filter(gap => gap < position).length, image)
  const closedParts = [...parts].map(([part, page]) => {
    const start = getPartStart(part)
    return [part, { ...page, images: takeConsecutive(movedPhotos, start, page.images.length) }] as const
  })
  return {
    parts: new Map(closedParts),
    removed: new Map([...idByPosition].map(([position, id]) => [id, position])),
  }
}

function takeConsecutive(photos: ReadonlyMap<number, Image>, start: number, maxLength: number): Image[] {
  const images: Image[] = []
  for (let position = start; position < start + maxLength; position++) {
    const image = photos.get(position)
    if (!image) break
    images.push(image)
  }
  return images
}
