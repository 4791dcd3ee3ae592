/** The only source of time, so that tests can set it. No other code calls Date.now(). */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
