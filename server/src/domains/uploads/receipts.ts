import type { LibraryPush } from '#contract/push.ts'
import type { Receipt, Refusal } from '#contract/uploads.ts'
import type { Context, Tx } from '../../context.ts'
import { publishToAccount } from '../../platform/push/account-channel.ts'
import { publishSessionChange } from './sessions/notifications.ts'
import type { UploadWithPhoto } from './store/uploads.ts'

/** Converts an upload to the receipt that its sender reads. */
export function presentReceipt(row: UploadWithPhoto): Receipt {
  const state = row.state === 'processing' && row.photo_state !== 'processing' ? 'added' : row.state
  return {
    uploadId: row.upload_id,
    fileName: row.file_name,
    state,
    ...(row.reason ? { reason: row.reason as Refusal } : {}),
    ...(state === 'receiving' || state === 'refused' ? {} : { photoId: row.photo_id }),
  }
}

/** Publishes the receipt of an upload to the account's open pages. */
export async function publishReceipt(ctx: Context, tx: Tx, row: UploadWithPhoto): Promise<void> {
  const body: LibraryPush = { type: 'upload', receipt: presentReceipt(row) }
  await publishToAccount(ctx, tx, row.account_id, body)
  if (row.session_id) await publishSessionChange(ctx, tx, row.account_id, row.session_id)
}
