import { type Context, change } from '../../context.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { type RateLimit, requireAttempt } from '../identity/index.ts'
import { createDelivery, createEvent } from './emit-event.ts'
import { getLockedEndpoint } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import type { CallbacksRow } from './store/callbacks.ts'
import { insertDelivery, updateDelivery } from './store/deliveries.ts'
import { insertEvent } from './store/events.ts'

/** Rate limit of tests and replays of an account. */
const REQUEST_LIMIT: RateLimit = { name: 'callback-request', max: 30, minutes: 5 }

/**
 * Creates a test event, which is sent to the endpoint once, and returns its id. Throws too-many-requests, and conflict where the
 * endpoint is disabled or blocked.
 */
export async function requestTest(ctx: Context, accountId: string, endpointId = accountId): Promise<string> {
  await checkRequestRate(ctx, accountId)
  return change(ctx, async tx => {
    const endpoint = await getLockedEndpoint(ctx, tx, accountId, endpointId)
    requireEnabled(endpoint)
    const test = createEvent(ctx, { account_id: accountId, type: 'test', about: null, data: {} })
    const event = await insertEvent(tx, test)
    await insertDelivery(tx, createDelivery(ctx, event, endpoint, { requested: true }))
    await ctx.jobs.send(tx, deliverCallbacks, [{}])
    return event.event_id
  })
}

/**
 * Sends an event to the endpoint again, with the version of its delivery and all attempts of a new one; one that is being delivered
 * is only delivered sooner. Throws as `requestTest`, and not-found for an unknown or foreign event, or one that was not for it.
 */
export async function requestReplay(
  ctx: Context,
  accountId: string,
  { eventId, endpointId }: { eventId: string; endpointId: string },
): Promise<void> {
  await checkRequestRate(ctx, accountId)
  await change(ctx, async tx => {
    requireEnabled(await getLockedEndpoint(ctx, tx, accountId, endpointId))
    const key = { event_id: eventId, endpoint_id: endpointId }
    const next = { state: 'waiting', requested: true, failures: 0, next_attempt_at: ctx.clock.now() } as const
    requireFound(await updateDelivery(tx, key, next), 'Event')
    await ctx.jobs.send(tx, deliverCallbacks, [{}])
  })
}

/** Throws conflict for a disabled endpoint. */
export function requireEnabled({ state }: Pick<CallbacksRow, 'state'>): void {
  if (state !== 'on') throw new Failure('conflict', 'Callbacks are turned off')
}

async function checkRequestRate(ctx: Context, accountId: string): Promise<void> {
  await requireAttempt(ctx, REQUEST_LIMIT, accountId, 'Too many callbacks were requested')
}
