import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import type { CallbackPayload1 } from '#contract/callback-payload.ts'
import type { AttemptResult } from '#server/domains/callbacks/delivery/send-event.ts'

/**
 * Days of the log that are filled; fewer than the log's retention, so that the night after the first start deletes
 * none.
 */
const DAYS = 28
/** Minutes since the first attempt of the waiting callback. */
const WAITING_MINUTES = 12
/** Earliest age of a failed callback: all attempts take 76 hours. */
const GIVEN_UP_DAYS = 5
const TIMED_OUT_DAYS = 11
/** One of this many callbacks was retried once. */
const RETRIED_INTERVAL = 19

/** What a callback of the past, of version 1, was about, and when. */
export interface PastSubject {
  type: CallbackPayload1['type']
  about: string
  createdAt: Date
}

/** A callback of the past with the result of each attempt. */
export interface PastEvent extends PastSubject {
  results: readonly PastResult[]
}

type PastResult = Pick<AttemptResult, 'status' | 'problem' | 'durationMs' | 'answer'>

/**
 * Plans the callbacks of the past weeks, oldest first: most are delivered at the first attempt, some at a later one, one has
 * failed, and one of the newest order is waiting.
 */
export function planCallbacks(now: Date, subjects: readonly PastSubject[], newestOrder: string): PastEvent[] {
  const daysAgo = (days: number) => now.getTime() - days * millisecondsInDay
  const past = subjects
    .filter(({ createdAt: at }) => at.getTime() > daysAgo(DAYS) && at.getTime() < daysAgo(0.5))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const findLast = (days: number) =>
    past.findLastIndex(({ createdAt }) => createdAt.getTime() < daysAgo(days))
  const [failed, timedOut] = [findLast(GIVEN_UP_DAYS), findLast(TIMED_OUT_DAYS)]
  const planResults = (index: number): PastResult[] => {
    const accepted = createResult(200, '{"received":true}', 110 + ((index * 37) % 170))
    if (index === failed) return Array.from({ length: 10 }, () => REFUSED)
    if (index === timedOut) return [TIMED_OUT, TIMED_OUT, accepted]
    return index % RETRIED_INTERVAL === RETRIED_INTERVAL - 1 ? [UNAVAILABLE, accepted] : [accepted]
  }
  const waiting: PastEvent = {
    type: 'order.changed',
    about: newestOrder,
    createdAt: new Date(now.getTime() - WAITING_MINUTES * millisecondsInMinute),
    results: [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE],
  }
  return [...past.map((event, index) => ({ ...event, results: planResults(index) })), waiting]
}

const createResult = (status: number, answer: string, durationMs: number): PastResult => ({
  status,
  problem: null,
  durationMs,
  answer,
})
const UNAVAILABLE = createResult(503, '{"error":"maintenance"}', 23)
const REFUSED = createResult(500, '{"error":"unknown article"}', 64)
const TIMED_OUT: PastResult = { status: null, problem: 'timeout', durationMs: 15_000, answer: '' }
