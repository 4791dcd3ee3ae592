/** Returns now, but always after `previousTimestamp`: of several requests, the one with the latest time counts. */
export const getTimestampAfter = (previousTimestamp: Date | undefined, now: Date): Date =>
  previousTimestamp && previousTimestamp >= now ? new Date(previousTimestamp.getTime() + 1) : now
