/** The times since the last message of each name, for a process that receives the messages of all accounts. */
export interface QuietTimes {
  /** Records that a message was delivered now. */
  recordMessage(name: string): void
  /**
   * Milliseconds since the last message, or since the time from which all messages are known; at least 0 and never too
   * long.
   */
  quietMs(name: string): number
  /** Discards all times, because messages may have been lost. */
  reset(): void
}

/**
 * `now` must be a monotonic clock in milliseconds. Keeps the last `max` names only; older messages count as unknown.
 */
export function createQuietTimes(now: () => number = () => performance.now(), max = 20_000): QuietTimes {
  /** Ordered by last message. */
  const lastMessageByName = new Map<string, number>()
  let knownSince = now()
  return {
    recordMessage(name) {
      lastMessageByName.delete(name)
      lastMessageByName.set(name, now())
      if (lastMessageByName.size <= max) return
      const [oldestKey, at] = lastMessageByName.entries().next().value!
      lastMessageByName.delete(oldestKey)
      knownSince = at
    },
    quietMs: name => Math.max(0, Math.floor(now() - (lastMessageByName.get(name) ?? knownSince))),
    reset() {
      lastMessageByName.clear()
      knownSince = now()
    },
  }
}
