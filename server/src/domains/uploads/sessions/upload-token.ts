import { UPLOAD_SESSION_PAGE } from '#contract/upload-sessions.ts'
import type { Context } from '../../../context.ts'
import { isEqualSecret } from '../../../platform/signing/signing.ts'

type SigningContext = Pick<Context, 'signer'>

/** Creates the URL of the QR code. The upload token is its fragment, which reaches no log and no referrer. */
export function createPhonePageUrl(ctx: SigningContext, origin: string, sessionId: string): string {
  return `${origin}${UPLOAD_SESSION_PAGE}#${signUploadToken(ctx, sessionId)}`
}

/**
 * Signs the id of a session: its 128 bits and 128 bits of HMAC in 43 characters, which keeps the QR code coarse. The
 * token itself does not expire; the row of its session does.
 */
function signUploadToken(ctx: SigningContext, sessionId: string): string {
  return signTokens(ctx, Buffer.from(sessionId.replaceAll('-', ''), 'hex'))[0]!
}

/** Returns the id of the session that a token was signed for; null for any other text. */
export function verifyUploadToken(ctx: SigningContext, token: string): string | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const id = Buffer.from(token, 'base64url').subarray(0, ID_BYTES)
  // Compared as text, because the last character has two unused bits and only one spelling is valid.
  if (!signTokens(ctx, id).some(expected => isEqualSecret(token, expected))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const ID_BYTES = 16

/** Signs the id with each secret, the current one first. */
const signTokens = ({ signer }: SigningContext, id: Uint8Array) =>
  signer
    .macs('upload-sessions', id)
    .map(mac => Buffer.concat([id, mac.subarray(0, 16)]).toString('base64url'))
