import { randomUUID } from 'node:crypto'
import type { CallbackType } from '#contract/callback-payload.ts'
import type { Context, Tx } from '../../context.ts'
import { findCustomer } from '../customers/index.ts'
import { findEndpoint } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import { type CallbackEventRow, insertEvent } from './store/events.ts'

/** Emits the event of a changed order in the same transaction. */
export const onOrderChanged = (
  ctx: Context,
  tx: Tx,
  { accountId, code }: { accountId: string; code: string },
): Promise<void> => emitEvent(ctx, tx, { accountId, type: 'order.changed', about: code })

/** Emits the event of an invoice whose PDF can be read. */
export const onInvoiceReady = (
  ctx: Context,
  tx: Tx,
  { accountId, number }: { accountId: string; number: string },
): Promise<void> => emitEvent(ctx, tx, { accountId, type: 'invoice.ready', about: number })

/**
 * Stores an event and the job that delivers it; does nothing where the endpoint is disabled or the account is closed.
 */
async function emitEvent(
  ctx: Context,
  tx: Tx,
  { accountId, type, about }: { accountId: string; type: CallbackType; about: string },
): Promise<void> {
  const customer = await findCustomer(tx.db, accountId)
  if (!customer || customer.deleted_at) return
  const endpoint = await findEndpoint(ctx, tx, customer)
  if (endpoint?.state !== 'on') return
  await insertEvent(tx, createEvent(ctx, { account_id: accountId, type, about, requested: false }))
  await ctx.jobs.send(tx, deliverCallbacks, [{}])
}

/** Creates an event that is due at once. */
export function createEvent(
  ctx: Pick<Context, 'clock'>,
  event: Pick<CallbackEventRow, 'account_id' | 'type' | 'about' | 'requested'>,
): CallbackEventRow {
  const now = ctx.clock.now()
  return {
    ...event,
    event_id: `msg_${randomUUID()}`,
    created_at: now,
    state: 'waiting',
    failures: 0,
    next_attempt_at: now,
    claimed_until: null,
  }
}
