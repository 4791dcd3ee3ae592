import { createHash } from 'node:crypto'
import { millisecondsInDay } from 'date-fns/constants'
import type { Context, Reader, Tx } from '../../context.ts'
import {
  decryptSecret,
  encryptSecret,
  generateSecret,
  getSecretHint,
  listPreviousSecrets,
  toPreviousSecretColumns,
} from './secret.ts'
import { type CallbacksRow, updateCallbacks } from './store/callbacks.ts'
import { listSecrets, replaceSecrets } from './store/secrets.ts'

/** A secret that signs callbacks. */
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
    id: createSecretId(secret),
    encrypted: await encryptSecret(ctx, secret),
    hint: getSecretHint(secret),
    createdAt: ctx.clock.now(),
    expiresAt: null,
    shown,
  }
  return { secret, signingSecret }
}

/**
 * Lists the secrets of an endpoint that sign, the newest first. The columns of `callbacks` decide which do, because processes
 * of the release before write only those; `callback_secrets` has what the columns lack.
 */
export async function listSigningSecrets(
  ctx: Context,
  db: Reader,
  row: CallbacksRow,
): Promise<SigningSecret[]> {
  const storedSecrets = new Map(
    (await listSecrets(db, row.account_id)).map(stored => [stored.secret_id, stored]),
  )
  const createSecret = async (
    encrypted: string,
    { hint, createdAt, ...others }: Omit<SigningSecret, 'id' | 'encrypted'>,
  ): Promise<SigningSecret> => {
    const secret = await decryptSecret(ctx, row.account_id, encrypted)
    const id = createSecretId(secret ?? encrypted)
    const stored = storedSecrets.get(id)
    return {
      id,
      encrypted,
      hint: secret === null ? (stored?.hint ?? hint) : getSecretHint(secret),
      createdAt: stored?.created_at ?? createdAt,
      ...others,
    }
  }
  const newest = createSecret(row.secret, {
    hint: row.secret_hint,
    createdAt: row.secret_created_at,
    expiresAt: null,
    shown: row.secret_shown,
  })
  const previousSecrets = listPreviousSecrets(row, ctx.clock.now()).map(({ encrypted, validUntil }) =>
    createSecret(encrypted, {
      hint: '',
      // The release before lets a secret end a day after its replacement.
      createdAt: new Date(validUntil.getTime() - millisecondsInDay),
      expiresAt: validUntil,
      shown: true,
    }),
  )
  return Promise.all([newest, ...previousSecrets])
}

/**
 * Stores the secrets of an endpoint, the newest first, also in the columns by which processes of the release before sign.
 * Called under the lock of the row.
 */
export async function storeSigningSecrets(
  tx: Tx,
  accountId: string,
  secrets: readonly SigningSecret[],
): Promise<void> {
  const [newest, ...previousSecrets] = secrets
  if (!newest) throw new Error('An endpoint has a secret')
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
  await updateCallbacks(tx, accountId, {
    secret: newest.encrypted,
    secret_hint: newest.hint,
    secret_created_at: newest.createdAt,
    secret_shown: newest.shown,
    ...toPreviousSecretColumns(
      previousSecrets.map(({ encrypted, expiresAt }) => ({ encrypted, validUntil: expiresAt! })),
    ),
  })
}

/**
 * Returns the id of a secret: the same in every process, also of a secret that a process of the release before has made. Half
 * of a SHA-256 tells nothing of 256 random bits.
 */
const createSecretId = (secret: string) =>
  `sec_${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`
