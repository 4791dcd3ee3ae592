import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Refusal } from '#contract/uploads.ts'
import { type Context, change } from '../../context.ts'
import { BrokenPictureError, PictureTooLargeError, SNIFF_BYTES } from '../../platform/images/index.ts'
import type { Lease } from './lease.ts'
import { openReceivedFile, toStagingId } from './staged-upload.ts'
import { finishUpload } from './store/leases.ts'
import { findUpload } from './store/uploads.ts'
import { getUploadPurpose } from './upload-purposes.ts'

/**
 * Completes an upload with a purpose: its domain stores what it keeps, then the row and the domain's change commit together,
 * and the file is deleted. Idempotent after a crash at any step. Returns the reason when the file is refused.
 */
export async function completeForPurpose(
  ctx: Context,
  lease: Lease,
  name: string,
): Promise<Refusal | undefined> {
  const { row } = lease
  const purpose = getUploadPurpose(name)
  const file = await openReceivedFile(ctx, row)
  const structure = await ctx.images.checkStructure(file)
  if (!structure.ok) return structure.reason
  if (structure.width * structure.height > purpose.maxPixels) return 'too-many-pixels'
  const type = ctx.images.sniff(await file.read(0, SNIFF_BYTES))
  if (!type) return 'unsupported-type'
  const bytes = await buffer(Readable.from(file.stream()))
  const prepared = await purpose.prepare(ctx, row, { bytes, type }).then(result => ({ result }), toRefusal)
  if (typeof prepared === 'string') return prepared
  const isFinished = await change(ctx, async tx => {
    const outcome = { state: 'added', photoId: row.photo_id, at: ctx.clock.now() } as const
    if (!(await finishUpload(tx, lease, outcome))) return false
    await purpose.onCompleted(ctx, tx, row, prepared.result)
    return true
  })
  // Deleted while it was prepared; otherwise another process has finished it, with the same bytes.
  if (!isFinished && !(await findUpload(ctx.db, row.account_id, row.upload_id)))
    await purpose.removePrepared(ctx, row)
  await ctx.blobs.staging.remove(toStagingId(row), lease.token)
  return undefined
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof PictureTooLargeError) return 'too-many-pixels'
  if (error instanceof BrokenPictureError) return 'broken'
  throw error
}
