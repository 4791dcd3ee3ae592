/** The times since the last message of each name, for a process that receives the messages of all accounts. */
export interface QuietTimes {
  /** Records that a message was delivered now. */
  heard(name: string): void
  /**
   * Milliseconds since the last message, or since the time from which all messages are known; at least 0 and never too
   * long.
   */
  quietMs(name: string): number
  /** Discards all times, because messages may have been lost. */
  forget(): void
}

/**
 * `now` must be a monotonic clock in milliseconds. Keeps the last `max` names only; older messages count as unknown.
 */
export function createQuietTimes(now: () => number = () => performance.now(), max = 20_000): QuietTimes {
  /** Ordered by last message. */
  const lastHeard = new Map<string, number>()
  let knownSince = now()
  return {
    heard(name) {
      lastHeard.delete(name)
      lastHeard.set(name, now())
      if (lastHeard.size <= max) return
      const [oldest, at] = lastHeard.entries().next().value!
      lastHeard.delete(oldest)
      knownSince = at
    },
    quietMs: name => Math.max(0, Math.floor(now() - (lastHeard.get(name) ?? knownSince))),
    forget() {
      lastHeard.clear()
      knownSince = now()
    },
  }
}
