import { randomUUID } from 'node:crypto'
import {
  CALLBACK_EVENT_TYPES_1,
  type CallbackData,
  type CallbackEventType,
  type CallbackType,
} from '#contract/callback-payload.ts'
import type { Context, Tx } from '../../context.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { findEndpoint } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import type { CallbacksRow } from './store/callbacks.ts'
import { type CallbackEventRow, insertEvent } from './store/events.ts'

interface EmittedEvent<T extends CallbackEventType> {
  accountId: string
  type: T
  about: string | null
  /** Returns the fields of the payload; undefined where there is nothing to tell any more. */
  createData: (customer: Customer) => Promise<CallbackData<T> | undefined> | CallbackData<T>
}

/**
 * Stores an event and the job that delivers it, in the transaction of the change; does nothing where the endpoint is disabled,
 * the type was turned off or is later than the endpoint's version, or the account is closed.
 */
export async function emitEvent<T extends CallbackEventType>(
  ctx: Context,
  tx: Tx,
  { accountId, type, about, createData }: EmittedEvent<T>,
): Promise<void> {
  const customer = await findCustomer(tx.db, accountId)
  if (!customer || customer.deleted_at) return
  const endpoint = await findEndpoint(ctx, tx, customer)
  if (endpoint?.state !== 'on' || !isWanted(endpoint, type)) return
  const { version } = endpoint
  const data = version === '1' ? null : await createData(customer)
  if (data === undefined) return
  await insertEvent(
    tx,
    createEvent(ctx, { account_id: accountId, type, about, version, data, requested: false }),
  )
  await ctx.jobs.send(tx, deliverCallbacks, [{}])
}

function isWanted({ version, events }: CallbacksRow, type: CallbackEventType): boolean {
  if (version === '1' && !CALLBACK_EVENT_TYPES_1.some(each => each === type)) return false
  return events === null || events.includes(type)
}

/** Creates an event that is due at once. */
export function createEvent(
  ctx: Pick<Context, 'clock'>,
  event: {
    account_id: string
    type: CallbackType
    requested: boolean
  } & Pick<CallbackEventRow, 'about' | 'version' | 'data'>,
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
