import type { Context } from '#server/context.ts'
import { parseOriginalKey } from '../blob-keys.ts'
import { filterOrphans } from '../blob-sweep/orphans.ts'
import { findErasedPhotoIds } from '../store/erasure.ts'

/** An original in the blob store without a photo in the database. */
export interface OrphanOriginal {
  key: string
  accountId: string
  photoId: string
  sha256: string
  size: number
}

const BATCH = 500

/**
 * Lists originals without a photo, account by account: those of uploads that a process did not complete, and after the
 * restore of a backup those of photos that were added after it. Originals of erased photos are left out.
 */
export async function* listOrphanOriginals(
  ctx: Pick<Context, 'db' | 'blobs'>,
): AsyncGenerator<OrphanOriginal> {
  let originals: OrphanOriginal[] = []
  for await (const { key, size } of ctx.blobs.list('')) {
    const originalRef = parseOriginalKey(key)
    if (originalRef) originals.push({ key, size, ...originalRef })
    if (originals.length < BATCH) continue
    yield* await filterOriginalsWithoutPhoto(ctx, originals)
    originals = []
  }
  yield* await filterOriginalsWithoutPhoto(ctx, originals)
}

async function filterOriginalsWithoutPhoto(
  ctx: Pick<Context, 'db'>,
  originals: readonly OrphanOriginal[],
): Promise<OrphanOriginal[]> {
  const orphans = await filterOrphans(
    ctx.db,
    originals.map(({ key }) => key),
  )
  const keys = new Set(orphans.map(orphan => orphan.blob_key))
  const orphanOriginals: OrphanOriginal[] = []
  for (const [accountId, accountOriginals] of Map.groupBy(
    originals.filter(({ key }) => keys.has(key)),
    original => original.accountId,
  )) {
    const ids = accountOriginals.map(({ photoId }) => photoId)
    const erasedIds = await findErasedPhotoIds(ctx.db, accountId, ids)
    orphanOriginals.push(...accountOriginals.filter(({ photoId }) => !erasedIds.has(photoId)))
  }
  return orphanOriginals
}
