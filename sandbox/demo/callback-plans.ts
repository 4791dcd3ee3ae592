import { millisecondsInDay } from 'date-fns/constants'
import type { CallbackPayload1 } from '#contract/callback-payload.ts'
import type { CallbackProblem } from '#contract/callbacks.ts'

const MINUTE = 60_000
/**
 * Days of the log that are filled; fewer than the log's retention, so that the night after the first start deletes
 * none.
 */
const DAYS = 28
/** Time since the first attempt of the waiting callback. */
const WAITING_EVENT_AGE_MS = 12 * MINUTE
/** Earliest age of a failed callback: all attempts take 76 hours. */
const GIVEN_UP_DAYS = 5
const TIMED_OUT_DAYS = 11
/** One of this many callbacks was retried once. */
const RETRIED_INTERVAL = 19

export interface CallbackSources {
  /** Orders with the times of their states. */
  orders: readonly { code: string; history: readonly { at: string }[] }[]
  /** Invoices with their dates, YYYY-MM-DD. */
  invoices: readonly { number: string; issueDate: string }[]
}

/** A callback of the past, of version 1, with the result of each attempt. */
export interface PastEvent {
  type: CallbackPayload1['type']
  about: string | null
  createdAt: Date
  results: readonly PastResult[]
}

export interface PastResult {
  status: number | null
  problem: CallbackProblem | null
  durationMs: number
  answer: string
}

/**
 * Plans the callbacks of the studio's orders and invoices in the past weeks, oldest first: nearly all delivered at
 * once, some after a failure, one failed, and one waiting.
 */
export function planCallbacks(now: Date, { orders, invoices }: CallbackSources): PastEvent[] {
  const since = now.getTime() - DAYS * millisecondsInDay
  const pastEvents = [
    ...orders.flatMap(({ code, history }) =>
      history.map(({ at }) => ({ type: 'order.changed' as const, about: code, createdAt: new Date(at) })),
    ),
    ...invoices.map(({ number, issueDate }) => {
      const createdAt = new Date(`${issueDate}T16:05:00Z`)
      return { type: 'invoice.ready' as const, about: number, createdAt }
    }),
  ]
    .filter(
      ({ createdAt }) =>
        createdAt.getTime() > since && createdAt.getTime() < now.getTime() - millisecondsInDay / 2,
    )
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const getDaysBefore = (days: number) => now.getTime() - days * millisecondsInDay
  const failedIndex = pastEvents.findLastIndex(
    ({ createdAt }) => createdAt.getTime() < getDaysBefore(GIVEN_UP_DAYS),
  )
  const timedOutIndex = pastEvents.findLastIndex(
    ({ createdAt }) => createdAt.getTime() < getDaysBefore(TIMED_OUT_DAYS),
  )
  const planResults = (index: number): PastEvent['results'] => {
    if (index === failedIndex) return Array.from({ length: 10 }, () => REFUSED_RESULT)
    if (index === timedOutIndex) return [TIMED_OUT, TIMED_OUT, createAcceptedResult(index)]
    return index % RETRIED_INTERVAL === RETRIED_INTERVAL - 1
      ? [UNAVAILABLE, createAcceptedResult(index)]
      : [createAcceptedResult(index)]
  }
  const events: PastEvent[] = pastEvents.map((event, index) => ({ ...event, results: planResults(index) }))
  const [newest] = orders
  if (newest)
    events.push({
      type: 'order.changed',
      about: newest.code,
      createdAt: new Date(now.getTime() - WAITING_EVENT_AGE_MS),
      results: [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE],
    })
  return events
}

const createResult = (status: number, answer: string, durationMs: number) => ({
  status,
  problem: null,
  durationMs,
  answer,
})
const createAcceptedResult = (index: number) =>
  createResult(200, '{"received":true}', 110 + ((index * 37) % 170))
const UNAVAILABLE = createResult(503, '{"error":"maintenance"}', 23)
const REFUSED_RESULT = createResult(500, '{"error":"unknown article"}', 64)
const TIMED_OUT = { status: null, problem: 'timeout' as const, durationMs: 15_000, answer: '' }
