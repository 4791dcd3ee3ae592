import { randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { isEqualSecret } from '#server/platform/signing/signing.ts'
import { hashSecret } from '../hash.ts'
import { claimRecord } from '../store/oidc-records.ts'

/** What a challenge is for, such as one interaction or adding to one account, and for how long. */
export interface ChallengePurpose {
  subject: string
  seconds: number
}

const RANDOM_BYTES = 16
const TIME_BYTES = 8
const HEAD_BYTES = RANDOM_BYTES + TIME_BYTES

/**
 * Creates a challenge (WebAuthn, 13.4.3) that is signed and not stored, so that a page with one costs no row; only using it
 * does.
 */
export function createChallenge(ctx: Context, { subject }: Pick<ChallengePurpose, 'subject'>): string {
  const head = Buffer.alloc(HEAD_BYTES)
  randomBytes(RANDOM_BYTES).copy(head)
  head.writeBigUInt64BE(BigInt(ctx.clock.now().getTime()), RANDOM_BYTES)
  return Buffer.concat([head, signHead(ctx, subject, head)[0]!]).toString('base64url')
}

/** Uses a challenge up; false for one of another purpose, an expired or a used one. */
export async function consumeChallenge(
  ctx: Context,
  { subject, seconds }: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= HEAD_BYTES || bytes.toString('base64url') !== challenge) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  const mac = bytes.subarray(HEAD_BYTES).toString('base64url')
  if (!signHead(ctx, subject, head).some(each => isEqualSecret(mac, each.toString('base64url')))) return false
  const now = ctx.clock.now()
  const expires_at = new Date(Number(head.readBigUInt64BE(RANDOM_BYTES)) + seconds * 1000)
  if (expires_at <= now) return false
  const record = { kind: 'PasskeyChallenge', id: hashSecret(challenge), account_id: null, payload: '{}' }
  return claimRecord(ctx.db, { ...record, expires_at }, now)
}

const signHead = ({ signer }: Context, subject: string, head: Buffer) =>
  signer.macs('passkey-challenge', `${subject} ${head.toString('base64url')}`)
