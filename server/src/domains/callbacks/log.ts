import { millisecondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { CALLBACK_LOG_DAYS, type CallbackEventDetails, type getCallbackEvents } from '#contract/callbacks.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '../../http/cursor.ts'
import { notFound } from '../../http/failure.ts'
import { findCustomer } from '../customers/index.ts'
import { toWebhookTimestamp } from './delivery/send-event.ts'
import { renderBody } from './payload/payload.ts'
import { presentAttempt, presentEvent } from './present.ts'
import { countEvents, findEventWithAttempts, listLoggedEvents } from './store/log.ts'

/** Maximum number of attempts that are shown of an event. */
const MAX_SHOWN_ATTEMPTS = 50
const cursorSchema = z.tuple([sortTime, z.string().max(100)])

/** Reads a page of the account's log, newest first. */
export async function readLog(
  ctx: Context,
  accountId: string,
  query: { cursor?: string | undefined; limit: number; state?: 'failed' | undefined },
): Promise<Answer<typeof getCallbackEvents>> {
  const since = new Date(ctx.clock.now().getTime() - CALLBACK_LOG_DAYS * millisecondsInDay)
  const scope: CursorScope = ['callbacks', accountId, query.state ?? '']
  const [createdAt, eventId] =
    query.cursor === undefined ? [] : decodeCursor(scope, query.cursor, cursorSchema)
  const page = {
    accountId,
    since,
    failedOnly: query.state === 'failed',
    after:
      createdAt === undefined || eventId === undefined
        ? undefined
        : { createdAt: new Date(createdAt), eventId },
    limit: query.limit + 1,
  }
  const [loggedEvents, counts] = await Promise.all([
    listLoggedEvents(ctx.db, page),
    countEvents(ctx.db, accountId, since),
  ])
  const shownEvents = loggedEvents.slice(0, query.limit)
  const lastEvent = shownEvents.at(-1)?.event
  const isLast = loggedEvents.length <= query.limit
  return {
    events: shownEvents.map(presentEvent),
    ...counts,
    next:
      isLast || !lastEvent
        ? null
        : encodeCursor(scope, [lastEvent.created_at.toISOString(), lastEvent.event_id]),
  }
}

/** Reads an event of the account with its body and attempts; throws not-found for an unknown or foreign event. */
export async function readEvent(
  ctx: Context,
  accountId: string,
  eventId: string,
): Promise<CallbackEventDetails> {
  const eventWithAttempts = await findEventWithAttempts(ctx.db, accountId, eventId, MAX_SHOWN_ATTEMPTS)
  const customer = await findCustomer(ctx.db, accountId)
  if (!eventWithAttempts || !customer) throw notFound('Callback')
  const { event, attempts } = eventWithAttempts
  const [lastAttempt] = attempts
  const { body, contentType } = renderBody(event, lastAttempt?.format ?? customer.callback_format ?? 'JSON')
  return {
    ...presentEvent({ event, attempts: lastAttempt?.n ?? 0, lastAttempt }),
    request: {
      address: lastAttempt?.address ?? customer.callback_url ?? '',
      timestamp: lastAttempt?.signature ? toWebhookTimestamp(lastAttempt.attempted_at) : null,
      signature: lastAttempt?.signature ?? null,
      version: event.version,
      contentType,
      body,
    },
    tries: attempts.map(attempt => ({ ...presentAttempt(attempt), answer: attempt.answer })),
  }
}
