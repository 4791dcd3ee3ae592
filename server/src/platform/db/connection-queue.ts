import { DatabaseBusyError } from './error-codes.ts'

export interface ConnectionQueue {
  /**
   * Resolves with a function that releases the connection, when the group may use one; rejects with DatabaseBusyError
   * after the longest wait.
   */
  acquire(group: string): Promise<() => void>
  /** Called when a statement of the group exceeded a limit: for ten seconds such groups share a few connections. */
  restrict(group: string): void
  countWaiting(): number
  /** Whether a group has waited in vain within the last five seconds. */
  isExhausted(): boolean
}

export interface ConnectionQueueOptions {
  /** Connections of the pool. */
  size: number
  waitMs: number
}

/** Callers that wait; the next one fails at once instead of growing the queue. */
const WAITING_MAX = 2_000
const RESTRICTED_MS = 10_000
const EXHAUSTED_MS = 5_000

interface Waiter {
  group: string
  grant(): void
}

/**
 * Shares the connections of a pool among groups (routes, kinds of jobs), so that a table that is locked or a slow
 * statement holds up those that need it and no others. A group has at most 60 % of the connections; groups whose
 * statements exceeded a limit have 20 % together. A free connection goes to the waiting group that has the fewest.
 */
export function createConnectionQueue(
  { size, waitMs }: ConnectionQueueOptions,
  now: () => number = () => performance.now(),
): ConnectionQueue {
  const groupMax = Math.max(1, Math.ceil(size * 0.6))
  const restrictedMax = Math.max(1, Math.floor(size * 0.2))
  const usedByGroup = new Map<string, number>()
  const restrictedUntil = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let usedCount = 0
  let exhaustedAt = Number.NEGATIVE_INFINITY

  const getUsed = (group: string) => usedByGroup.get(group) ?? 0
  const isRestricted = (group: string) => {
    const until = restrictedUntil.get(group)
    if (until === undefined) return false
    if (until > now()) return true
    restrictedUntil.delete(group)
    return false
  }
  const countRestricted = () =>
    [...restrictedUntil.keys()].filter(isRestricted).reduce((sum, group) => sum + getUsed(group), 0)
  const mayUse = (group: string) =>
    usedCount < size &&
    getUsed(group) < groupMax &&
    (!isRestricted(group) || countRestricted() < restrictedMax)

  function use(group: string): () => void {
    usedCount++
    usedByGroup.set(group, getUsed(group) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      usedCount--
      const used = getUsed(group) - 1
      if (used > 0) usedByGroup.set(group, used)
      else usedByGroup.delete(group)
      grantNext()
    }
  }

  /** Several, because a restriction that has ended may let more than one continue. */
  function grantNext(): void {
    while (usedCount < size) {
      let next: Waiter | undefined
      for (const waiter of waiters)
        if (mayUse(waiter.group) && (!next || getUsed(waiter.group) < getUsed(next.group))) next = waiter
      if (!next) return
      next.grant()
    }
  }

  function waitForConnection(group: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(waiter)
        exhaustedAt = now()
        reject(new DatabaseBusyError('No connection of the pool became free in time'))
      }, waitMs)
      const waiter: Waiter = {
        group,
        grant() {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(use(group))
        },
      }
      waiters.add(waiter)
    })
  }

  return {
    async acquire(group) {
      if (mayUse(group)) return use(group)
      if (waiters.size < WAITING_MAX) return waitForConnection(group)
      exhaustedAt = now()
      throw new DatabaseBusyError('Too many callers wait for a connection of the pool')
    },
    restrict(group) {
      restrictedUntil.set(group, now() + RESTRICTED_MS)
    },
    countWaiting: () => waiters.size,
    isExhausted: () => now() - exhaustedAt < EXHAUSTED_MS,
  }
}
