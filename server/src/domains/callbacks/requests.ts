import { type Context, change } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { findRow } from '../../platform/db/rows.ts'
import { type RateLimit, requireAttempt } from '../identity/index.ts'
import { createEvent } from './emit-event.ts'
import { getLockedEndpoint } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import type { CallbacksRow } from './store/callbacks.ts'
import { type CallbackEventRow, insertEvent, updateEvent } from './store/events.ts'
import { findEventWithAttempts, type LoggedEvent } from './store/log.ts'

/** Rate limit of tests and replays of an account. */
const REQUEST_LIMIT: RateLimit = { name: 'callback-request', max: 30, minutes: 5 }

/**
 * Creates a test event, which is sent once. Throws too-many-requests, and conflict where the endpoint is disabled or
 * blocked.
 */
export async function requestTest(ctx: Context, accountId: string): Promise<CallbackEventRow> {
  await checkRequestRate(ctx, accountId)
  return change(ctx, async tx => {
    const { version, ...endpoint } = await getLockedEndpoint(ctx, tx, accountId)
    requireEnabled(endpoint)
    const event = createEvent(ctx, {
      account_id: accountId,
      type: 'test',
      about: null,
      version,
      data: version === '1' ? null : {},
      requested: true,
    })
    await insertEvent(tx, event)
    await ctx.jobs.send(tx, deliverCallbacks, [{}])
    return event
  })
}

/**
 * Sends an event again, with its version and all attempts of a new one; an event that is being delivered is only delivered sooner.
 * Throws as `requestTest`, and not-found for an unknown or foreign event.
 */
export async function requestReplay(ctx: Context, accountId: string, eventId: string): Promise<LoggedEvent> {
  requireFound(
    await findRow(ctx.db, 'callback_events', { account_id: accountId, event_id: eventId }),
    'Callback',
  )
  await checkRequestRate(ctx, accountId)
  return change(ctx, async tx => {
    requireEnabled(await getLockedEndpoint(ctx, tx, accountId))
    const event = await updateEvent(tx, eventId, {
      state: 'waiting',
      requested: true,
      failures: 0,
      next_attempt_at: ctx.clock.now(),
    })
    if (!event) throw notFound('Callback')
    const eventWithAttempts = await findEventWithAttempts(tx.db, accountId, eventId, 1)
    const lastAttempt = eventWithAttempts?.attempts[0]
    await ctx.jobs.send(tx, deliverCallbacks, [{}])
    return { event, attempts: lastAttempt?.n ?? 0, lastAttempt }
  })
}

function requireEnabled({ state }: Pick<CallbacksRow, 'state'>): void {
  if (state !== 'on') throw new Failure('conflict', 'Callbacks are turned off')
}

async function checkRequestRate(ctx: Context, accountId: string): Promise<void> {
  await requireAttempt(ctx, REQUEST_LIMIT, accountId, 'Too many callbacks were requested')
}
