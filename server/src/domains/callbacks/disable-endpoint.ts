import type { Context, Tx } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import { mailEndpointDisabled } from './job-kinds.ts'
import { lockCallbacks, updateCallbacks } from './store/callbacks.ts'
import { markWaitingEventsFailed } from './store/events.ts'

/** Disables an endpoint that fails, fails its waiting events and notifies the customer by mail. */
export async function disableEndpoint(
  ctx: Context,
  tx: Tx,
  accountId: string,
  reason: 'failing' | 'gone',
): Promise<void> {
  await updateCallbacks(tx, accountId, {
    state: 'off',
    off_reason: reason,
    off_at: ctx.clock.now(),
    mailed_at: null,
  })
  await failWaitingEvents(ctx, tx, accountId)
  await ctx.jobs.send(tx, mailEndpointDisabled, [{ accountId }])
  tx.afterCommit(() => ctx.log.info({ accountId, reason }, 'callbacks turned off'))
}

/** Marks the waiting events of an account as failed, because its endpoint is disabled or the account is closed. */
export async function failWaitingEvents(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  await lockCallbacks(tx, accountId)
  const customer = await findCustomer(tx.db, accountId)
  await markWaitingEventsFailed(tx, accountId, {
    at: ctx.clock.now(),
    address: customer?.callback_url ?? '',
    format: customer?.callback_format ?? 'JSON',
  })
}
