import { LRUCache } from 'lru-cache'
import { type Context, change, type Tx } from '../../context.ts'
import { lockPhotos, readVariantLuminance } from '../photos/index.ts'
import type { CompareCopies } from './grouping/find-copies.ts'
import { findDifference } from './grouping/find-difference.ts'
import { type Comparison, insertComparisons, loadComparisons, toPairKey } from './store/pairs.ts'

/** Pictures that a search keeps, of 25 kB each: the best versions of pages of one layout are compared again and again. */
const PICTURES_KEPT = 500
/** Comparisons of one transaction: what a process that ends compares again. */
const STORED_AT_ONCE = 200

/**
 * Creates what compares pictures of an account during a search, each pair once for all searches. `store` stores the last
 * comparisons. A pair with a picture that cannot be read is not known, and is compared by the next search.
 */
export async function createComparison(
  ctx: Context,
  accountId: string,
): Promise<{ compare: CompareCopies; store: () => Promise<void> }> {
  const known = await loadComparisons(ctx.db, accountId)
  const waiting: Comparison[] = []
  const pictures = new LRUCache<string, Uint8Array>({ max: PICTURES_KEPT })

  async function read(photoId: string): Promise<Uint8Array | null> {
    const kept = pictures.get(photoId)
    if (kept) return kept
    const luminance = await readVariantLuminance(ctx, { account_id: accountId, photo_id: photoId })
    if (luminance) pictures.set(photoId, luminance)
    return luminance
  }

  async function store(): Promise<void> {
    const comparisons = waiting.splice(0)
    if (comparisons.length > 0) await change(ctx, tx => storeComparisons(tx, accountId, comparisons))
  }

  return {
    store,
    async compare(best, photo, turn) {
      const key = toPairKey(best.photoId, photo.photoId)
      const found = known.get(key)
      if (found) return found
      const [first, second] = [await read(best.photoId), await read(photo.photoId)]
      if (!first || !second) return 'different'
      const difference = findDifference(best, photo, { first, second, turn })
      known.set(key, difference)
      const [photo_a, photo_b] = [best.photoId, photo.photoId].sort() as [string, string]
      waiting.push({ photo_a, photo_b, difference })
      if (waiting.length >= STORED_AT_ONCE) await store()
      return difference
    },
  }
}

/** Nothing is stored of photos that were erased meanwhile. */
async function storeComparisons(
  tx: Tx,
  accountId: string,
  comparisons: readonly Comparison[],
): Promise<void> {
  const ids = new Set(comparisons.flatMap(({ photo_a, photo_b }) => [photo_a, photo_b]))
  const photos = await lockPhotos(tx, accountId, [...ids])
  const existing = new Set(photos.map(({ photo_id }) => photo_id))
  const current = comparisons.filter(pair => existing.has(pair.photo_a) && existing.has(pair.photo_b))
  await insertComparisons(tx, accountId, current)
}
