import { millisecondsInDay } from 'date-fns/constants'
import { CALLBACK_LOG_DAYS } from '#contract/callbacks.ts'
import { type Context, change } from '../../context.ts'
import { decryptSecret, encryptSecret } from './secret.ts'
import { listSigningSecrets, storeSigningSecrets } from './signing-secrets.ts'
import { listCallbacks, lockCallbacks } from './store/callbacks.ts'
import { deleteEventsBefore } from './store/events.ts'

const BATCH = 100

/**
 * Deletes events that are older than the log and secrets that no longer sign. Encrypts the other secrets with the
 * current SECRET, so that the previous SECRET can be removed from the configuration.
 */
export async function cleanUp(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const createdBefore = new Date(now.getTime() - CALLBACK_LOG_DAYS * millisecondsInDay)
  await change(ctx, tx => deleteEventsBefore(tx, createdBefore))
  for (let afterAccountId = ''; ; ) {
    const rows = await listCallbacks(ctx.db, afterAccountId, BATCH)
    for (const { account_id } of rows) await reencryptSecrets(ctx, account_id)
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < BATCH) return
    afterAccountId = lastRow.account_id
  }
}

/** Encrypts the secrets that sign; those whose end has come are deleted. */
async function reencryptSecrets(ctx: Context, accountId: string): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockCallbacks(tx, accountId))) return
    const secrets = await listSigningSecrets(ctx, tx.db, accountId)
    const reencryptedSecrets = secrets.map(async signingSecret => {
      const secret = await decryptSecret(ctx, accountId, signingSecret.encrypted)
      return secret === null
        ? signingSecret
        : { ...signingSecret, encrypted: await encryptSecret(ctx, secret) }
    })
    await storeSigningSecrets(tx, accountId, await Promise.all(reencryptedSecrets))
  })
}
