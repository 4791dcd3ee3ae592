import { randomUUID } from 'node:crypto'
import type { Context, Reader, Tx } from '../../context.ts'
import { encryptSecret, generateSecret, getSecretHint } from './secret.ts'
import { type CallbackSecretRow, listSecrets, replaceSecrets } from './store/secrets.ts'

export interface SigningSecret {
  id: string
  encrypted: string
  /** The last characters. */
  hint: string
  createdAt: Date
  /** Until when it signs; null for the newest. */
  expiresAt: Date | null
  /** Whether it was shown to the customer. */
  shown: boolean
}

/** Creates the newest secret of an endpoint; `secret` is what the customer sees once. */
export async function createSigningSecret(
  ctx: Context,
  { shown }: Pick<SigningSecret, 'shown'>,
): Promise<{ secret: string; signingSecret: SigningSecret }> {
  const secret = generateSecret()
  const signingSecret = {
    id: `sec_${randomUUID()}`,
    encrypted: await encryptSecret(ctx, secret),
    hint: getSecretHint(secret),
    createdAt: ctx.clock.now(),
    expiresAt: null,
    shown,
  }
  return { secret, signingSecret }
}

/** Lists the secrets of an endpoint that sign, the newest first. */
export const listSigningSecrets = async (
  { clock }: Pick<Context, 'clock'>,
  db: Reader,
  accountId: string,
): Promise<SigningSecret[]> => (await listSecrets(db, [accountId], clock.now())).map(toSigningSecret)

/** Stores the secrets of an endpoint, the newest first. Called under the lock of the row in `callbacks`. */
export async function storeSigningSecrets(
  tx: Tx,
  accountId: string,
  secrets: readonly SigningSecret[],
): Promise<void> {
  if (secrets.length === 0) throw new Error('An endpoint has a secret')
  await replaceSecrets(
    tx,
    accountId,
    secrets.map(({ id, encrypted, hint, createdAt, expiresAt, shown }) => ({
      account_id: accountId,
      secret_id: id,
      encrypted,
      hint,
      created_at: createdAt,
      expires_at: expiresAt,
      shown,
    })),
  )
}

const toSigningSecret = (row: CallbackSecretRow): SigningSecret => ({
  id: row.secret_id,
  encrypted: row.encrypted,
  hint: row.hint,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  shown: row.shown,
})
