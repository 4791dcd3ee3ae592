import { millisecondsInHour } from 'date-fns/constants'
import { SIGNING_SECRETS_MAX, TOO_MANY_SECRETS } from '#contract/callbacks.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { findRow } from '../../platform/db/rows.ts'
import { type AccessAuthor, lockForNewAccess } from '../identity/index.ts'
import { getLockedEndpoint, recordEndpoint } from './endpoint.ts'
import { createSigningSecret } from './signing-secrets.ts'
import { lockCallbacks } from './store/callbacks.ts'
import { listSecrets, replaceSecrets } from './store/secrets.ts'

/**
 * Makes a new signing secret and returns it. The one before, if it was shown, signs as well for `overlapHours`; earlier ones
 * keep their ends. Throws conflict for a blocked account, and with the reason 'too-many-secrets' where
 * SIGNING_SECRETS_MAX would be exceeded; not-found without an address; unauthorized for a session that has ended.
 */
export async function replaceSecret(
  ctx: Context,
  author: AccessAuthor,
  { overlapHours, endpointId = author.accountId }: { overlapHours: number; endpointId?: string },
): Promise<{ secret: string; previousValidUntil: Date | null }> {
  const { accountId } = author
  return change(ctx, async tx => {
    await lockForNewAccess(tx, author)
    const endpoint = await getLockedEndpoint(ctx, tx, accountId, endpointId)
    const [newest, ...earlier] = await listSecrets(tx.db, [endpointId], ctx.clock.now())
    const previousValidUntil =
      newest!.shown && overlapHours > 0
        ? new Date(ctx.clock.now().getTime() + overlapHours * millisecondsInHour)
        : null
    const previous = previousValidUntil ? [{ ...newest!, expires_at: previousValidUntil }] : []
    if (previous.length > 0 && 1 + previous.length + earlier.length > SIGNING_SECRETS_MAX) {
      const ends = earlier.map(({ expires_at }) => expires_at!.toISOString())
      throw new Failure(
        'conflict',
        `${SIGNING_SECRETS_MAX} secrets sign; earlier ones end ${ends.join(', ')}`,
        {
          reason: TOO_MANY_SECRETS,
        },
      )
    }
    const { secret, signingSecret } = await createSigningSecret(ctx, endpoint, { shown: true })
    await replaceSecrets(tx, endpointId, [signingSecret, ...previous, ...earlier])
    await recordEndpoint(ctx, tx, endpoint, 'endpoint.changed')
    return { secret, previousValidUntil }
  })
}

/**
 * Ends a secret that signs as well: nothing is signed with it any more. Throws not-found for a secret that is not the account's
 * or has ended, conflict for the newest. A blocked account may end secrets, too.
 */
export async function endSecret(ctx: Context, accountId: string, secretId: string): Promise<void> {
  await change(ctx, async tx => {
    const key = { account_id: accountId, secret_id: secretId }
    const { endpoint_id } = requireFound(await findRow(tx.db, 'callback_secrets', key), 'Secret')
    const endpoint = await lockCallbacks(tx, endpoint_id)
    const secrets = endpoint ? await listSecrets(tx.db, [endpoint_id], ctx.clock.now()) : []
    const index = secrets.findIndex(({ secret_id }) => secret_id === secretId)
    if (index === -1) throw notFound('Secret')
    if (index === 0) throw new Failure('conflict', 'The newest secret is replaced, not ended')
    await replaceSecrets(tx, endpoint_id, secrets.toSpliced(index, 1))
    await recordEndpoint(ctx, tx, endpoint!, 'endpoint.changed')
  })
}
