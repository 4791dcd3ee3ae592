/** How long no message has been delivered under a name, for a process that receives the messages of all accounts. */
export interface QuietTimes {
  /** A message was delivered now. */
  heard(name: string): void
  /** Milliseconds since the last message, or since all messages are known; at least 0. Never longer than it was quiet. */
  quietMs(name: string): number
  /** Messages may have been lost: nothing before now is known. */
  forget(): void
}

/**
 * `now` counts milliseconds and is never set: durations of a clock that is corrected could be too long. Keeps the names
 * of the last `max` messages only; what is older than those counts as unknown.
 */
export function createQuietTimes(now: () => number = () => performance.now(), max = 20_000): QuietTimes {
  /** In the order of their last messages. */
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
