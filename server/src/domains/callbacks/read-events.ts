import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import {
  CALLBACK_LOG_DAYS,
  type CallbackDelivery,
  type CallbackEvent,
  type CallbackEventDetails,
  type getCallbackEvents,
  TOO_OLD,
} from '#contract/callbacks.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { findCustomer } from '../customers/index.ts'
import { toWebhookTimestamp } from './delivery/send-event.ts'
import { findAddress } from './delivery/target.ts'
import { presentEndpointId } from './endpoint-id.ts'
import { renderBody } from './payload/payload.ts'
import { findCallbacks } from './store/callbacks.ts'
import {
  countEvents,
  type ListedAttempt,
  type ListedDelivery,
  type ListedEvent,
  listEvents,
} from './store/event-list.ts'
import { findNumbers } from './store/events.ts'

/** Most attempts that are shown of a delivery. */
const ATTEMPTS_MAX = 50

/**
 * Reads a page of the account's events of the last 30 days: after a number or since an instant oldest first, otherwise newest first.
 * Throws bad-request, with the oldest number, for a number of which later events are no longer kept.
 */
export async function readEvents(
  ctx: Context,
  accountId: string,
  query: EventQuery,
): Promise<Answer<typeof getCallbackEvents>> {
  const { after, since, types, about, state = '', limit } = query
  const numbers = await findNumbersAfter(ctx, accountId, after)
  const isOldestFirst = after !== undefined || since !== undefined
  const scope = [
    'callback-events',
    accountId,
    after ?? '',
    since ?? '',
    String(types),
    about ?? '',
    state,
  ] as const
  const position =
    query.cursor === undefined ? [after] : decodeCursor(scope, query.cursor, z.tuple([z.int()]))
  const filter = { accountId, from: numbers.oldest, types, about }
  const [found, counts] = await Promise.all([
    listEvents(ctx.db, {
      ...filter,
      failedOnly: state === 'failed',
      since: since === undefined ? undefined : new Date(since),
      after: position[0],
      isOldestFirst,
      attempts: 1,
      limit: limit + 1,
    }),
    countEvents(ctx.db, filter),
  ])
  const events = found.slice(0, limit)
  const last = events.at(-1)
  return {
    events: events.map(presentEvent),
    ...numbers,
    ...counts,
    cursor: last && found.length > limit ? encodeCursor(scope, [last.number]) : null,
  }
}

interface EventQuery {
  after?: number | undefined
  since?: string | undefined
  types?: readonly string[] | undefined
  about?: string | undefined
  state?: 'failed' | undefined
  cursor?: string | undefined
  limit: number
}

/** Reads an event of the account with its bodies and attempts; throws not-found for an unknown or foreign event. */
export async function readEvent(
  ctx: Context,
  accountId: string,
  eventId: string,
): Promise<CallbackEventDetails> {
  const page = { accountId, from: 0, eventId, attempts: ATTEMPTS_MAX, limit: 1 }
  const event = requireFound((await listEvents(ctx.db, page))[0], 'Event')
  const customer = requireFound(await findCustomer(ctx.db, accountId), 'Customer')
  const endpoints = await findCallbacks(
    ctx.db,
    event.deliveries.map(each => each.endpoint_id),
  )
  return {
    ...presentEvent(event),
    deliveries: event.deliveries.map(delivery => {
      const row = endpoints.find(each => each.endpoint_id === delivery.endpoint_id)
      return {
        ...presentDelivery(accountId, delivery),
        request: presentRequest(event, delivery, row && findAddress(row, customer)),
        tries: delivery.attempts.map(attempt => ({ ...presentAttempt(attempt), answer: attempt.answer })),
      }
    }),
  }
}

/** Presents the request of the last attempt; before the first one, that to the present address. */
function presentRequest(
  event: ListedEvent,
  { version, attempts: [last] }: ListedDelivery,
  called: ReturnType<typeof findAddress>,
): CallbackEventDetails['deliveries'][number]['request'] {
  const { body, contentType } = renderBody({ ...event, version }, last?.format ?? called?.format ?? 'JSON')
  return {
    address: last?.address ?? called?.address ?? '',
    timestamp: last?.signature ? toWebhookTimestamp(new Date(last.attempted_at)) : null,
    signature: last?.signature ?? null,
    version,
    contentType,
    body,
  }
}

const presentEvent = (event: ListedEvent): CallbackEvent => ({
  id: event.event_id,
  number: event.number,
  type: event.type,
  about: event.about,
  createdAt: event.created_at.toISOString(),
  data: { customer: event.account_id, ...event.data },
  deliveries: event.deliveries.map(delivery => presentDelivery(event.account_id, delivery)),
})

function presentDelivery(account_id: string, delivery: ListedDelivery): CallbackDelivery {
  const { state, next_attempt_at: nextAttemptAt, attempts } = delivery
  return {
    endpointId: presentEndpointId({ account_id, endpoint_id: delivery.endpoint_id }),
    state,
    attempts: attempts[0]?.n ?? 0,
    lastAttempt: attempts[0] ? presentAttempt(attempts[0]) : null,
    nextAttemptAt: nextAttemptAt && new Date(nextAttemptAt).toISOString(),
  }
}

const presentAttempt = (attempt: ListedAttempt): NonNullable<CallbackDelivery['lastAttempt']> => ({
  at: new Date(attempt.attempted_at).toISOString(),
  status: attempt.status,
  problem: attempt.problem,
  durationMs: attempt.duration_ms,
})

/** Finds the numbers of events that are kept; throws bad-request, with the oldest one, if others after `after` were there. */
export async function findNumbersAfter(
  ctx: Context,
  accountId: string,
  after: number | undefined,
): Promise<{ oldest: number; latest: number }> {
  const first = new Date(ctx.clock.now().getTime() - CALLBACK_LOG_DAYS * millisecondsInDay)
  const numbers = await findNumbers(ctx.db, accountId, first)
  if (after === undefined || after >= numbers.oldest - 1) return numbers
  throw new Failure('bad-request', `Events are kept from number ${numbers.oldest} on`, {
    fields: { after: 'not-valid' },
    reason: TOO_OLD,
    oldest: numbers.oldest,
  })
}
