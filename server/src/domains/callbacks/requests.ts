import { millisecondsInDay } from 'date-fns/constants'
import { TOO_MANY_SECRETS } from '#contract/callbacks.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { lockCustomer } from '../customers/index.ts'
import { countAttempt, type RateLimit } from '../identity/index.ts'
import { createEvent } from './emit-event.ts'
import { findEndpoint } from './endpoint.ts'
import { deliverCallbacks } from './job-kinds.ts'
import {
  encryptSecret,
  generateSecret,
  getSecretHint,
  listPreviousSecrets,
  toPreviousSecretColumns,
} from './secret.ts'
import { type CallbacksRow, updateCallbacks } from './store/callbacks.ts'
import { type CallbackEventRow, findEvent, insertEvent, updateEvent } from './store/events.ts'
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
    requireEnabled(await getLockedEndpoint(ctx, tx, accountId))
    const event = createEvent(ctx, { account_id: accountId, type: 'test', about: null, requested: true })
    await insertEvent(tx, event)
    await ctx.jobs.send(tx, deliverCallbacks, [{}])
    return event
  })
}

/**
 * Sends an event again, with all attempts of a new one; an event that is being delivered is only delivered sooner.
 * Throws as `requestTest`, and not-found for an unknown or foreign event.
 */
export async function requestReplay(ctx: Context, accountId: string, eventId: string): Promise<LoggedEvent> {
  if (!(await findEvent(ctx.db, accountId, eventId))) throw notFound('Callback')
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

/** Most replaced secrets that sign as well: each adds a signature to every callback. */
const PREVIOUS_SECRETS_MAX = 5

/**
 * Replaces the signing secret and returns it. Every secret that was shown signs as well for a day after it was replaced.
 * Throws conflict for a blocked account, and with the reason 'too-many-secrets' where PREVIOUS_SECRETS_MAX sign as well;
 * not-found without an address.
 */
export async function replaceSecret(
  ctx: Context,
  accountId: string,
): Promise<{ secret: string; previousValidUntil: Date | null }> {
  return change(ctx, async tx => {
    const endpoint = await getLockedEndpoint(ctx, tx, accountId)
    const now = ctx.clock.now()
    const secret = generateSecret()
    const previousValidUntil = endpoint.secret_shown ? new Date(now.getTime() + millisecondsInDay) : null
    const previousSecrets = listPreviousSecrets(endpoint, now)
    if (previousValidUntil && previousSecrets.length >= PREVIOUS_SECRETS_MAX)
      throw new Failure('conflict', 'Too many replaced secrets sign as well', { reason: TOO_MANY_SECRETS })
    if (previousValidUntil)
      previousSecrets.unshift({ encrypted: endpoint.secret, validUntil: previousValidUntil })
    await updateCallbacks(tx, accountId, {
      secret: await encryptSecret(ctx, secret),
      secret_hint: getSecretHint(secret),
      secret_created_at: now,
      secret_shown: true,
      ...toPreviousSecretColumns(previousSecrets),
    })
    return { secret, previousValidUntil }
  })
}

async function getLockedEndpoint(ctx: Context, tx: Tx, accountId: string): Promise<CallbacksRow> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.deleted_at) throw notFound('Customer')
  if (customer.business_status === 'Blocked') throw new Failure('conflict', 'The account is blocked')
  const endpoint = await findEndpoint(ctx, tx, customer)
  if (!endpoint) throw notFound('Callback address')
  return endpoint
}

function requireEnabled({ state }: CallbacksRow): void {
  if (state !== 'on') throw new Failure('conflict', 'Callbacks are turned off')
}

async function checkRequestRate(ctx: Context, accountId: string): Promise<void> {
  const minutes = await countAttempt(ctx, REQUEST_LIMIT, accountId)
  if (minutes !== null)
    throw new Failure('too-many-requests', 'Too many callbacks were requested', {
      retryAfterSeconds: minutes * 60,
    })
}
