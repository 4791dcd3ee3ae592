import type { Deadline } from './deadline.ts'

/*
 * How long the page announces something to come, such as a refund, if the retailer names no day for it. After that the page says what the
 * customer can do.
 */

/** Days after which a promise is over. */
const PROMISE_DAYS = {
  /** Money that comes back (Directive 2011/83/EU, article 13(1)). */
  money: 14,
  /** An answer of customer care. */
  answer: 14,
  /** A decision on a report other than a refund, such as a new print. */
  outcome: 21,
  /** The decision on a cancellation, which takes half an hour. */
  cancellation: 1,
  /** A check, or a delay without days, for which the customer has nothing to do. */
  check: 14,
  /** A parcel at a pick-up point. */
  pickup: 30,
} as const

/** Returns the end of a promise that was made at an instant (ISO 8601): the named one, or that of its kind. */
export const getPromiseEnd = (
  kind: keyof typeof PROMISE_DAYS,
  madeAt: string,
  named?: Deadline | undefined,
): Deadline => named ?? new Date(Date.parse(madeAt) + PROMISE_DAYS[kind] * 86_400_000).toISOString()

/** Whether a promise is over; `now`: milliseconds since 1970. */
export const isPromiseOver = (now: number, ...promise: Parameters<typeof getPromiseEnd>): boolean =>
  Date.parse(getPromiseEnd(...promise)) <= now

/** Lists the ends of promises of every kind that were made at a time; all in milliseconds since 1970. */
export const listPromiseEnds = (madeAt: number): number[] =>
  Object.values(PROMISE_DAYS).map(days => madeAt + days * 86_400_000)
