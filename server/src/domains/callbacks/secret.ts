import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { decrypt, encrypt } from '../../platform/signing/encryption.ts'
import type { CallbacksRow } from './store/callbacks.ts'

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32
const HINT_LENGTH = 4
const PURPOSE = 'callbacks'

/** Generates a signing secret in the form of Standard Webhooks. */
export const generateSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Returns the last characters of a secret, by which a customer recognises it. */
export const getSecretHint = (secret: string): string => secret.replace(/=+$/, '').slice(-HINT_LENGTH)

/** A secret that was shown and then replaced; it signs as well until `validUntil`. */
export interface PreviousSecret {
  encrypted: string
  validUntil: Date
}

/** Lists the replaced secrets that still sign, the latest first. */
export function listPreviousSecrets(
  { previous_secret, previous_valid_until, earlier_secrets }: PreviousSecretColumns,
  now: Date,
): PreviousSecret[] {
  const previousSecrets = [
    { encrypted: previous_secret, validUntil: previous_valid_until },
    ...(earlier_secrets ?? []).map(each => ({
      encrypted: each.secret,
      validUntil: new Date(each.validUntil),
    })),
  ]
  return previousSecrets.filter(
    (each): each is PreviousSecret =>
      each.encrypted !== null && each.validUntil !== null && each.validUntil > now,
  )
}

/** Returns the columns in which replaced secrets are stored, the latest first. */
export function toPreviousSecretColumns([previous, ...earlier]: readonly PreviousSecret[]) {
  const earlierSecrets = earlier.map(({ encrypted, validUntil }) => ({ secret: encrypted, validUntil }))
  return {
    previous_secret: previous?.encrypted ?? null,
    previous_valid_until: previous?.validUntil ?? null,
    earlier_secrets: earlierSecrets.length > 0 ? JSON.stringify(earlierSecrets) : null,
  }
}

type PreviousSecretColumns = Pick<
  CallbacksRow,
  'previous_secret' | 'previous_valid_until' | 'earlier_secrets'
>

export const encryptSecret = (ctx: Context, secret: string): Promise<string> =>
  encrypt(ctx.signer.derive(PURPOSE), secret)

/**
 * Decrypts a secret that was encrypted with the current or the previous SECRET; null, and an error in the log, when it
 * was encrypted with another one: SECRET was replaced without PREVIOUS_SECRET.
 */
export async function decryptSecret(
  ctx: Context,
  accountId: string,
  encrypted: string,
): Promise<string | null> {
  try {
    return await decrypt(ctx.signer.deriveAll(PURPOSE), encrypted)
  } catch {
    ctx.log.error({ accountId }, 'a callback secret cannot be decrypted with SECRET or PREVIOUS_SECRET')
    return null
  }
}
