import { UNFINISHED_HOURS } from '#contract/uploads.ts'
import type { Context } from '../../context.ts'
import { setUploadExpiry, type UploadRow } from './store/uploads.ts'

/** Lifetime of an upload without a new byte, in milliseconds; an upload of a phone ends with its session instead. */
const UNFINISHED_MS = UNFINISHED_HOURS * 3_600_000
/** Shorter extensions are not worth a write: most uploads complete before. */
const STEP_MS = 5 * 60_000

/** When an upload expires whose newest byte is of that instant. */
export const expiryAt = (newestByte: Date) => new Date(newestByte.getTime() + UNFINISHED_MS)

/** Passes bytes through; the first of them extends the upload's expiry, exact to five minutes. */
export async function* extendExpiry(
  ctx: Context,
  row: UploadRow,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let extended = row.session_id !== null
  for await (const chunk of bytes) {
    const expiresAt = expiryAt(ctx.clock.now())
    if (!extended && expiresAt.getTime() - row.expires_at.getTime() >= STEP_MS)
      await setUploadExpiry(ctx.db, row, expiresAt)
    extended = true
    yield chunk
  }
}
