import { LRUCache } from 'lru-cache'
import type { ChosenPhoto } from '#contract/temp-selections.ts'
import type { KeepsakeClient } from './keepsake-client.ts'
import { fetchSelection } from './selections.ts'

/** Photos fetched in one call: those of one page of the editor. */
const BATCH = 48
/** Addresses are not used in their last minutes, because a browser may load a picture some time after the page. */
const SAFETY_MARGIN_MS = 5 * 60_000

/**
 * Looks up the address of a chosen photo's picture. Keepsake's addresses expire and are renewed before, so that an
 * editor that is open for hours still shows its pictures. Null when the photo does not exist.
 */
export function createPictureAddresses(keepsake: KeepsakeClient, now: () => Date) {
  const cache = new LRUCache<string, Promise<{ until: number; byId: Map<string, string> }>>({ max: 500 })

  const fetchBatch = async (selection: string, from: number) => {
    const page = await fetchSelection(keepsake, selection, from, BATCH)
    return {
      until: page ? new Date(page.addressesExpire).getTime() - SAFETY_MARGIN_MS : 0,
      byId: new Map(page?.images.map(image => [image.imageId, getPictureAddress(image)])),
    }
  }
  return async (selection: string, photo: { id: string; position: number }): Promise<string | null> => {
    const from = Math.floor(photo.position / BATCH) * BATCH
    const key = `${selection}/${from}`
    const cachedBatch = await cache.get(key)?.catch(() => undefined)
    if (cachedBatch && cachedBatch.until > now().getTime()) return cachedBatch.byId.get(photo.id) ?? null
    const batch = fetchBatch(selection, from)
    cache.set(key, batch)
    batch.catch(() => cache.delete(key))
    return (await batch).byId.get(photo.id) ?? null
  }
}

/** Returns the address of the photo itself while it has no variants. */
const getPictureAddress = (image: ChosenPhoto): string => findVariantAddress(image) ?? image.untouchedUrl

/**
 * Finds the address of the picture of a photo for a card on a high-density screen, a JPEG; undefined while it has no
 * variants.
 */
export function findVariantAddress({ thumbnails }: ChosenPhoto): string | undefined {
  const candidates = thumbnails.toSorted((a, b) => a.id - b.id).filter(each => each.id <= 800)
  return candidates.at(-1)?.url
}
