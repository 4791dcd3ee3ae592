import { LRUCache } from 'lru-cache'
import type { ChosenPhoto } from '#contract/temp-selections.ts'
import type { Keepsake } from './keepsake.ts'

/** Photos asked for together: those of one page of the editor are shown together. */
const TOGETHER = 48
/** Addresses are not given out in their last minutes: a picture may be looked at a while after its page. */
const SPARE_MS = 5 * 60_000

/**
 * Finds the address of a chosen photo's picture. Keepsake's addresses expire; fresh ones are fetched when these are
 * near their end, so an editor that lies open for hours still shows its pictures. Null when the photo is not there.
 */
export function pictureAddresses(keepsake: Keepsake, now: () => Date) {
  const kept = new LRUCache<string, Promise<{ until: number; byId: Map<string, string> }>>({ max: 500 })

  const fetched = async (selection: string, from: number) => {
    const part = await keepsake.selection(selection, from, TOGETHER)
    return {
      until: part ? new Date(part.addressesExpire).getTime() - SPARE_MS : 0,
      byId: new Map(part?.images.map(image => [image.imageId, pictureOf(image)])),
    }
  }
  return async (selection: string, photo: { id: string; position: number }): Promise<string | null> => {
    const from = Math.floor(photo.position / TOGETHER) * TOGETHER
    const key = `${selection}/${from}`
    const known = await kept.get(key)?.catch(() => undefined)
    if (known && known.until > now().getTime()) return known.byId.get(photo.id) ?? null
    const fresh = fetched(selection, from)
    kept.set(key, fresh)
    fresh.catch(() => kept.delete(key))
    return (await fresh).byId.get(photo.id) ?? null
  }
}

/** Large enough for a card on a sharp screen; the photo itself while it has no sizes yet. */
function pictureOf({ thumbnails, untouchedUrl }: ChosenPhoto): string {
  const enough = thumbnails.toSorted((a, b) => a.id - b.id).filter(each => each.id <= 800)
  return enough.at(-1)?.url ?? untouchedUrl
}
