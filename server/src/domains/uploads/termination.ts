import { type Context, change } from '../../context.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import { toStagingId } from './receiving.ts'
import { publishSessionChange } from './sessions/notifications.ts'
import { adjustFileCount } from './store/sessions.ts'
import { findUpload, lockUpload, type UploadRow } from './store/uploads.ts'
import { getUploadPurpose } from './upload-purposes.ts'

/**
 * Deletes an upload in one of these states with its bytes, and frees its slot in an upload session. False, and no
 * change, when it is in another state; a missing upload counts as deleted.
 */
export async function terminateUpload(
  ctx: Context,
  row: UploadRow,
  states: ReadonlySet<UploadRow['state']>,
): Promise<boolean> {
  let isDeleted = false
  const isTerminated = await change(ctx, async tx => {
    const locked = await lockUpload(tx, row.account_id, row.upload_id)
    if (locked && !states.has(locked.state)) return false
    isDeleted =
      (await deleteRows(tx.db, 'uploads', { account_id: row.account_id, upload_id: row.upload_id })) > 0
    if (row.purpose) await getUploadPurpose(row.purpose).onDeleted(ctx, tx, row)
    if (!row.session_id || !isDeleted) return true
    await adjustFileCount(tx, row.account_id, row.session_id, -1)
    await publishSessionChange(ctx, tx, row.account_id, row.session_id)
    return true
  })
  if (isTerminated) await ctx.blobs.staging.remove(toStagingId(row))
  if (isTerminated && isDeleted && row.purpose) await getUploadPurpose(row.purpose).removePrepared(ctx, row)
  return isTerminated
}

/** Deletes an upload that has not become anything, as when its sender no longer wants it; nothing happens to another one. */
export async function discardUpload(ctx: Context, accountId: string, uploadId: string): Promise<void> {
  const row = await findUpload(ctx.db, accountId, uploadId)
  if (row) await terminateUpload(ctx, row, new Set(['receiving', 'refused']))
}
