import { randomUUID } from 'node:crypto'
import {
  CALLBACK_EVENT_TYPES_1,
  type CallbackData,
  type CallbackEventType,
  type CallbackType,
} from '#contract/callback-payload.ts'
import type { Context, Tx } from '../../context.ts'
import { type Customer, findCustomer } from '../customers/index.ts'
import { lockEndpoints } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import type { CallbacksRow } from './store/callbacks.ts'
import { type CallbackDeliveryRow, insertDelivery } from './store/deliveries.ts'
import { type CallbackEventRow, insertEvent } from './store/events.ts'

interface EmittedEvent<T extends CallbackEventType> {
  accountId: string
  type: T
  about: string | null
  /** Returns the fields of the payload; undefined where there is nothing to tell any more. */
  createData: (customer: Customer) => Promise<CallbackData<T> | undefined> | CallbackData<T>
}

/**
 * Stores an event of a business in the transaction of the change, whether or not an endpoint gets it, with a delivery for each
 * endpoint that wants it and the job that delivers. Does nothing where the account is closed, or of a consumer.
 */
export async function emitEvent<T extends CallbackEventType>(
  ctx: Context,
  tx: Tx,
  { accountId, type, about, createData }: EmittedEvent<T>,
): Promise<void> {
  const customer = await findCustomer(tx.db, accountId)
  if (!customer?.business || customer.deleted_at) return
  const data = await createData(customer)
  if (data === undefined) return
  const endpoints = await lockEndpoints(ctx, tx, customer)
  const event = await insertEvent(tx, createEvent(ctx, { account_id: accountId, type, about, data }))
  const wanting = endpoints.filter(endpoint => isWanted(endpoint, type))
  for (const endpoint of wanting)
    await insertDelivery(
      tx,
      endpoint.state === 'on'
        ? createDelivery(ctx, event, endpoint, { requested: false })
        : {
            ...createDelivery(ctx, event, endpoint, { requested: false }),
            state: 'off',
            next_attempt_at: null,
          },
    )
  if (wanting.some(({ state }) => state === 'on')) await ctx.jobs.send(tx, deliverCallbacks, [{}])
}

/** Whether the endpoint gets events of the type: it was chosen, and belongs to its version. */
export function isWanted(
  { version, events }: Pick<CallbacksRow, 'version' | 'events'>,
  type: CallbackEventType,
): boolean {
  if (version === '1' && !CALLBACK_EVENT_TYPES_1.some(each => each === type)) return false
  return events === null || events.includes(type)
}

/** Creates an event of now, without its number. */
export const createEvent = (
  ctx: Pick<Context, 'clock'>,
  event: { type: CallbackType } & Pick<CallbackEventRow, 'account_id' | 'about' | 'data'>,
): Omit<CallbackEventRow, 'number'> => ({
  ...event,
  event_id: `msg_${randomUUID()}`,
  created_at: ctx.clock.now(),
})

/** Creates the delivery of an event to an endpoint, which is due at once. */
export const createDelivery = (
  ctx: Pick<Context, 'clock'>,
  { event_id, account_id, number }: Pick<CallbackEventRow, 'event_id' | 'account_id' | 'number'>,
  { endpoint_id, version }: Pick<CallbacksRow, 'endpoint_id' | 'version'>,
  { requested }: Pick<CallbackDeliveryRow, 'requested'>,
): CallbackDeliveryRow => ({
  event_id,
  endpoint_id,
  account_id,
  number,
  version,
  requested,
  state: 'waiting',
  failures: 0,
  next_attempt_at: ctx.clock.now(),
  claimed_until: null,
})
