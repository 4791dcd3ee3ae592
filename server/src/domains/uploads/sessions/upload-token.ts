import { createHmac, timingSafeEqual } from 'node:crypto'
import { UPLOAD_SESSION_PAGE } from '#contract/upload-sessions.ts'
import type { Context } from '../../../context.ts'

type Signing = Pick<Context, 'signer'>

/** Address of the QR code. The upload token is its fragment, which reaches no log and no referrer. */
export function phonePageUrl(ctx: Signing, origin: string, sessionId: string): string {
  return `${origin}${UPLOAD_SESSION_PAGE}#${signUploadToken(ctx, sessionId)}`
}

/**
 * Signs the id of a session: its 128 bits and 128 bits of HMAC in 43 characters, which keeps the QR code coarse. The
 * token itself does not expire; the row of its session does.
 */
export function signUploadToken(ctx: Signing, sessionId: string): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signaturesOf(ctx, id)[0]!]).toString('base64url')
}

/** The id of the session that a token was signed for; null for any other text. */
export function verifyUploadToken(ctx: Signing, token: string): string | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  // The last character has two spare bits: refuses all spellings but the canonical one.
  if (bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, ID_BYTES)
  const given = bytes.subarray(ID_BYTES)
  if (!signaturesOf(ctx, id).some(signature => timingSafeEqual(given, signature))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const ID_BYTES = 16

/** By each secret, the current one first. */
const signaturesOf = ({ signer }: Signing, id: Uint8Array) =>
  signer
    .deriveAll('upload-sessions')
    .map(key => createHmac('sha256', key).update(id).digest().subarray(0, 16))
