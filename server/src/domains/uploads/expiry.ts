import { UNFINISHED_HOURS } from '#contract/uploads.ts'
import type { Context } from '../../context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import type { UploadRow } from './store/uploads.ts'

/** Lifetime of an upload without a new byte, in milliseconds; an upload of a phone ends with its session instead. */
const UNFINISHED_MS = UNFINISHED_HOURS * 3_600_000
/** Shorter extensions are not written: most uploads complete before they would matter. */
const MIN_EXTENSION_MS = 5 * 60_000

/** Expiry of an upload by the instant of its newest byte. */
export const computeExpiry = (newestByte: Date) => new Date(newestByte.getTime() + UNFINISHED_MS)

/** Passes bytes through; the first chunk extends the upload's expiry, exact to five minutes. */
export async function* extendExpiry(
  ctx: Context,
  row: UploadRow,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { account_id, upload_id } = row
  const receiving = { account_id, upload_id, state: 'receiving' } as const
  let isExtended = row.session_id !== null
  for await (const chunk of bytes) {
    const expiresAt = computeExpiry(ctx.clock.now())
    if (!isExtended && expiresAt.getTime() - row.expires_at.getTime() >= MIN_EXTENSION_MS)
      await updateRows(ctx.db, 'uploads', receiving, { expires_at: expiresAt })
    isExtended = true
    yield chunk
  }
}
