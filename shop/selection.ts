import type { Shop } from './context.ts'
import type { Draft } from './drafts.ts'
import type { Keepsake } from './keepsake.ts'

const PART = 500

/**
 * The whole selection as the beginning of an order: one print of each photo in the given size. Null when there is no
 * such selection, or not any more.
 */
export async function collect(
  keepsake: Keepsake,
  id: string,
  size: string,
): Promise<Omit<Draft, 'visitor' | 'channel'> | null> {
  const photos: Draft['photos'] = []
  for (let from = 0; ; ) {
    const part = await keepsake.selection(id, from, PART)
    if (!part) return null
    for (const image of part.images)
      photos.push({
        id: image.imageId,
        position: image.position,
        name: image.localFileName,
        width: image.visibleWidth,
        height: image.visibleHeight,
        size,
        quantity: 1,
      })
    if (part.next === null)
      return { id, accountId: part.accountId, libraryUrl: part.libraryUrl, expires: part.expires, photos }
    from = part.next
  }
}

/** Takes photos out of a draft that have left the library since they were chosen; answers how many. */
export async function removeGone(shop: Pick<Shop, 'keepsake' | 'drafts'>, draft: Draft): Promise<number> {
  const there = await collect(shop.keepsake, draft.id, '')
  if (!there) return 0
  const ids = new Set(there.photos.map(photo => photo.id))
  let gone = 0
  await shop.drafts.change(draft.id, before => {
    const photos = before.photos.filter(photo => ids.has(photo.id))
    gone = before.photos.length - photos.length
    return gone > 0 ? { ...before, photos } : before
  })
  return gone
}
