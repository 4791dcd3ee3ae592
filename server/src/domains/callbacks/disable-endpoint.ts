import type { Context, Tx } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import { findAddress } from './delivery/target.ts'
import { mailEndpointDisabled } from './job-kinds.ts'
import { type CallbacksRow, lockCallbacks, updateCallbacks } from './store/callbacks.ts'
import { markWaitingDeliveriesFailed } from './store/deliveries.ts'

/** Disables an endpoint that fails, fails its waiting deliveries and notifies the customer by mail. */
export async function disableEndpoint(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, endpoint_id: endpointId }: CallbacksRow,
  reason: 'failing' | 'gone',
): Promise<void> {
  await updateCallbacks(tx, endpointId, {
    state: 'off',
    off_reason: reason,
    off_at: ctx.clock.now(),
    mailed_at: null,
  })
  await failWaitingDeliveries(ctx, tx, endpointId)
  await ctx.jobs.send(tx, mailEndpointDisabled, [{ endpointId }])
  tx.afterCommit(() => ctx.log.info({ accountId, endpointId, reason }, 'callbacks turned off'))
}

/** Marks the waiting deliveries to an endpoint as failed, because it is disabled or the account is closed. */
export async function failWaitingDeliveries(ctx: Context, tx: Tx, endpointId: string): Promise<void> {
  const row = await lockCallbacks(tx, endpointId)
  if (!row) return
  const customer = await findCustomer(tx.db, row.account_id)
  const { address = '', format = 'JSON' } = (customer && findAddress(row, customer)) ?? {}
  await markWaitingDeliveriesFailed(tx, endpointId, { at: ctx.clock.now(), address, format })
}
