import { createHmac, timingSafeEqual } from 'node:crypto'
import { UPLOAD_SESSION_PAGE } from '#contract/upload-sessions.ts'
import type { Context } from '../../../context.ts'

type Signing = Pick<Context, 'signer'>

/** Where the QR code leads. The permission is the fragment: it reaches no log and no referrer. */
export function phonePageUrl(ctx: Signing, origin: string, sessionId: string): string {
  return `${origin}${UPLOAD_SESSION_PAGE}#${signUploadToken(ctx, sessionId)}`
}

/**
 * The signed id of a session: its 128 bits and 128 bits of HMAC, 43 characters, so that the QR code stays coarse.
 * When it ends is the session's row's to say.
 */
export function signUploadToken(ctx: Signing, sessionId: string): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sign(ctx, id)]).toString('base64url')
}

/** The session a permission was made for; null for any other text. */
export function verifyUploadToken(ctx: Signing, permission: string): string | null {
  if (!/^[\w-]{43}$/.test(permission)) return null
  const bytes = Buffer.from(permission, 'base64url')
  // Its last character has two spare bits: only one spelling counts.
  if (bytes.toString('base64url') !== permission) return null
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), sign(ctx, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const ID_BYTES = 16

const sign = ({ signer }: Signing, id: Uint8Array) =>
  createHmac('sha256', signer.derive('upload-sessions')).update(id).digest().subarray(0, 16)
