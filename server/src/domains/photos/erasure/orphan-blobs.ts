import type { Context } from '../../../context.ts'
import { parseBlobKey } from '../blob-keys.ts'
import { listPhotoOwners } from '../store/erasure.ts'

/** A younger blob without a row may belong to an upload that is being completed. */
export const ORPHAN_AGE_MS = 60 * 60_000

const BATCH = 500

/** Removes blobs without a photo that are older than an hour. Returns their keys. */
export async function removeOrphanBlobs(ctx: Context, signal: AbortSignal): Promise<string[]> {
  const removed: string[] = []
  const old = new Date(ctx.clock.now().getTime() - ORPHAN_AGE_MS)
  let batch: string[] = []
  const flush = async () => {
    const orphans = await filterOrphans(ctx, batch)
    batch = []
    await ctx.blobs.remove(orphans)
    removed.push(...orphans)
  }
  for await (const { key, modified } of ctx.blobs.list('')) {
    if (signal.aborted) break
    if (modified > old || !parseBlobKey(key)) continue
    batch.push(key)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  if (removed.length) ctx.log.info({ blobs: removed.length }, 'orphan blobs removed')
  return removed
}

async function filterOrphans(ctx: Context, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const photoIds = [...new Set(keys.map(key => parseBlobKey(key)!.photoId))]
  const rows = await listPhotoOwners(ctx.db, photoIds)
  const known = new Set(rows.map(row => `${row.account_id}/${row.photo_id}`))
  return keys.filter(key => {
    const { accountId, photoId } = parseBlobKey(key)!
    return !known.has(`${accountId}/${photoId}`)
  })
}
