import type { Shop } from './context.ts'
import type { Draft } from './drafts.ts'
import type { KeepsakeClient } from './keepsake-client.ts'
import { fetchSelection } from './selections.ts'

const PAGE_SIZE = 500

/**
 * Fetches a whole selection as the content of a new draft order: one print of each photo in the given size. Null when
 * the selection does not exist or has expired.
 */
export async function fetchSelectionPhotos(
  keepsake: KeepsakeClient,
  id: string,
  size: string,
): Promise<Omit<Draft, 'visitor' | 'channel'> | null> {
  const photos: Draft['photos'] = []
  for (let from = 0; ; ) {
    const page = await fetchSelection(keepsake, id, from, PAGE_SIZE)
    if (!page) return null
    for (const image of page.images)
      photos.push({
        id: image.imageId,
        position: image.position,
        name: image.localFileName,
        width: image.visibleWidth,
        height: image.visibleHeight,
        size,
        quantity: 1,
      })
    if (page.next === null)
      return { id, accountId: page.accountId, libraryUrl: page.libraryUrl, expires: page.expires, photos }
    from = page.next
  }
}

/** Removes photos that are no longer in the library. Returns their number. One small call when nothing changed. */
export async function removeIfUnavailable(shop: Shop, draft: Draft): Promise<number> {
  const part = await fetchSelection(shop.keepsake, draft.id, 0, 1)
  if (!part || part.availableCount === draft.photos.length) return 0
  return removeUnavailablePhotos(shop, draft)
}

/** Removes photos from a draft that are no longer in the library. Returns their number. */
export async function removeUnavailablePhotos(
  shop: Pick<Shop, 'keepsake' | 'drafts'>,
  draft: Draft,
): Promise<number> {
  const selection = await fetchSelectionPhotos(shop.keepsake, draft.id, '')
  if (!selection) return 0
  const ids = new Set(selection.photos.map(photo => photo.id))
  let removed = 0
  await shop.drafts.change(draft.id, before => {
    const photos = before.photos.filter(photo => ids.has(photo.id))
    removed = before.photos.length - photos.length
    return removed > 0 ? { ...before, photos } : before
  })
  return removed
}
