import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { decrypt, encrypt } from '../../platform/signing/encryption.ts'
import type { SigningSecret } from './store/secrets.ts'

/** Creates the newest secret of an endpoint; `secret` is what the customer sees once. */
export async function createSigningSecret(
  ctx: Context,
  { account_id, endpoint_id }: Pick<SigningSecret, 'account_id' | 'endpoint_id'>,
  { shown }: Pick<SigningSecret, 'shown'>,
): Promise<{ secret: string; signingSecret: SigningSecret }> {
  const secret = generateSecret()
  const signingSecret = {
    account_id,
    endpoint_id,
    secret_id: `sec_${randomUUID()}`,
    encrypted: await encryptSecret(ctx, secret),
    hint: getSecretHint(secret),
    created_at: ctx.clock.now(),
    expires_at: null,
    shown,
  }
  return { secret, signingSecret }
}

/** Presents a secret by what its owner may see of it. */
export const presentSecret = ({ secret_id, hint, created_at, expires_at }: SigningSecret) => ({
  id: secret_id,
  hint,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at?.toISOString() ?? null,
})

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32
const HINT_LENGTH = 4
const PURPOSE = 'callbacks'

/** Generates a signing secret in the form of Standard Webhooks. */
const generateSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Returns the last characters of a secret, by which a customer recognises it. */
export const getSecretHint = (secret: string): string => secret.replace(/=+$/, '').slice(-HINT_LENGTH)

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
