import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change, type Tx } from '../../../context.ts'
import { type BackOff, calculateNextAttempt } from '../../../platform/leases/back-off.ts'
import { disableEndpoint } from '../disable-endpoint.ts'
import { deliverCallbacks } from '../job-kinds.ts'
import { callbackAttempts } from '../metrics.ts'
import { type CallbacksRow, lockCallbacks, updateCallbacks } from '../store/callbacks.ts'
import { type Delivery, insertAttempt, updateDelivery } from '../store/deliveries.ts'
import type { AttemptResult } from './send-event.ts'
import type { Target } from './target.ts'

/** An endpoint that has failed for this long is disabled. */
const FAILING_MAX_MS = 5 * millisecondsInDay
/**
 * A single event must have failed this often, which takes eight hours, so that one failure after quiet days does not
 * disable the endpoint.
 */
const FAILURES_MIN = 5
/** Maximum length of the stored part of an answer, in UTF-16 units. */
const ANSWER_LENGTH_MAX = 2000

/**
 * Stores an attempt and its consequence: delivered, the next attempt, or failed. An endpoint that answers 410 is
 * disabled, as is one that has failed for five days. A test is attempted once and does not count as a failure of the
 * endpoint.
 */
export async function recordAttempt(
  ctx: Context,
  event: Delivery,
  target: Target,
  result: AttemptResult,
): Promise<void> {
  await change(ctx, async tx => {
    const callbacks = await lockCallbacks(tx, event.endpoint_id)
    // The endpoint was removed, or the account erased, during the attempt: rows of it must not be inserted.
    if (!callbacks) return
    await insertAttempt(tx, {
      event_id: event.event_id,
      endpoint_id: event.endpoint_id,
      account_id: event.account_id,
      attempted_at: result.attemptedAt,
      address: target.address,
      format: target.format,
      duration_ms: result.durationMs,
      status: result.status,
      problem: result.problem,
      signature: result.signature,
      answer: toStorableText(result.answer),
    })
    if (isSuccess(result)) await recordSuccess(tx, event, callbacks)
    else await recordFailure(ctx, tx, { event, callbacks, result })
  })
  ctx.metrics.get(callbackAttempts).inc({ outcome: isSuccess(result) ? 'delivered' : 'failed' })
}

/** Truncates a received text and removes what the database does not accept. */
const toStorableText = (text: string) => text.slice(0, ANSWER_LENGTH_MAX).toWellFormed().replaceAll('\0', '')

/** Whether the endpoint confirmed, which is a status of 2xx only. */
export const isSuccess = ({ status }: AttemptResult): boolean =>
  status !== null && status >= 200 && status < 300

async function recordSuccess(tx: Tx, event: Delivery, callbacks: CallbacksRow): Promise<void> {
  await updateDelivery(tx, event, {
    state: 'delivered',
    next_attempt_at: null,
    claimed_until: null,
  })
  if (callbacks.failing_since) await updateCallbacks(tx, event.endpoint_id, { failing_since: null })
}

interface Failure {
  event: Delivery
  callbacks: CallbacksRow
  result: AttemptResult
}

async function recordFailure(ctx: Context, tx: Tx, { event, callbacks, result }: Failure): Promise<void> {
  const now = ctx.clock.now()
  const failures = event.failures + 1
  const nextAttempt =
    event.type === 'test'
      ? undefined
      : getRetryTime(failures, { now, retryAfter: result.retryAfter, random: ctx.random() })
  const isOff = callbacks.state === 'off'
  const reason = isOff ? undefined : findDisableReason({ event, callbacks, result }, failures, now)
  const isWaiting = nextAttempt !== undefined && !isOff && !reason
  await updateDelivery(tx, event, {
    failures,
    state: isWaiting ? 'waiting' : 'failed',
    next_attempt_at: isWaiting ? nextAttempt : null,
    claimed_until: null,
  })
  if (reason) return disableEndpoint(ctx, tx, callbacks, reason)
  if (isOff || event.type === 'test') return
  if (!callbacks.failing_since) await updateCallbacks(tx, event.endpoint_id, { failing_since: now })
  if (nextAttempt) await ctx.jobs.send(tx, deliverCallbacks, [{}], { startAfter: nextAttempt })
}

/** Returns why this failure disables the endpoint; undefined when it does not. */
function findDisableReason(
  { event, callbacks, result }: Failure,
  failures: number,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (result.status === 410) return 'gone'
  if (event.type === 'test' || failures < FAILURES_MIN || !callbacks.failing_since) return undefined
  return now.getTime() - callbacks.failing_since.getTime() >= FAILING_MAX_MS ? 'failing' : undefined
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays after each failure, as Standard Webhooks recommends; after the last one there is one more attempt. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A receiver cannot postpone attempts for longer. */
const RETRY_AFTER_MAX_MS = 24 * HOUR

/** Returns when an event is attempted again after `failures` failures; undefined when it is given up. */
export function getRetryTime(
  failures: number,
  backOff: Pick<BackOff, 'now' | 'retryAfter' | 'random'>,
): Date | undefined {
  const delayMs = DELAYS_MS[failures - 1]
  return delayMs === undefined
    ? undefined
    : calculateNextAttempt({ ...backOff, delayMs, retryAfterMaxMs: RETRY_AFTER_MAX_MS })
}
