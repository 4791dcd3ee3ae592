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

/** Most attempts that are shown of an event. */
const ATTEMPTS_SHOWN = 50
const cursorSchema = z.tuple([sortTime, z.string().max(100)])

/** A page of the account's log, newest first. */
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
  const [found, counts] = await Promise.all([
    listLoggedEvents(ctx.db, page),
    countEvents(ctx.db, accountId, since),
  ])
  const shown = found.slice(0, query.limit)
  const last = shown.at(-1)?.event
  const isLast = found.length <= query.limit
  return {
    events: shown.map(presentEvent),
    ...counts,
    next: isLast || !last ? null : encodeCursor(scope, [last.created_at.toISOString(), last.event_id]),
  }
}

/** An event of the account with its body and attempts; throws not-found for an unknown or foreign one. */
export async function readEvent(
  ctx: Context,
  accountId: string,
  eventId: string,
): Promise<CallbackEventDetails> {
  const found = await findEventWithAttempts(ctx.db, accountId, eventId, ATTEMPTS_SHOWN)
  const customer = await findCustomer(ctx.db, accountId)
  if (!found || !customer) throw notFound('Callback')
  const { event, attempts } = found
  const [last] = attempts
  const { body, contentType } = renderBody(event, last?.format ?? customer.callback_format ?? 'JSON')
  return {
    ...presentEvent({ event, attempts: last?.n ?? 0, last }),
    request: {
      address: last?.address ?? customer.callback_url ?? '',
      timestamp: last?.signature ? toWebhookTimestamp(last.attempted_at) : null,
      signature: last?.signature ?? null,
      contentType,
      body,
    },
    tries: attempts.map(attempt => ({ ...presentAttempt(attempt), answer: attempt.answer })),
  }
}
