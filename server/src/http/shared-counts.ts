import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { limitEntries } from '../platform/limit-entries.ts'

/**
 * Adds the counts of this process in the window that begins at `windowStart`, and returns the sums of all processes,
 * by key.
 */
export type AddCounts = (
  counts: ReadonlyMap<string, number>,
  windowStart: Date,
) => Promise<ReadonlyMap<string, number>>

const WINDOW_MS = 60_000
/** Of all limits together: a cache allocates its places when it is created, and there are as many limits as endpoints. */
const KEYS_MAX = 100_000
/** Share of the limit up to which a process counts alone, so that most customers never cost a statement. */
const UNSHARED_SHARE = 0.1

interface Count {
  key: string
  windowStart: number
  /** Calls to this process. */
  localCalls: number
  /** The calls that are already stored for other processes. */
  storedCalls: number
  /** Calls to other processes, as of the last sharing. */
  otherCalls: number
}

/**
 * Creates a store of the rate limit plugin that counts in windows of one minute, together with other processes. Beyond
 * a tenth of the limit each call waits until its count is shared, all calls of one round trip together; the excess is
 * at most that tenth for each other process. Without the database, or without `addCounts`, a process counts alone.
 */
export function createSharedCountsStore(
  ctx: Pick<Context, 'clock' | 'log'>,
  addCounts: AddCounts | null,
): new () => FastifyRateLimitStore {
  const share = addCounts && createSharing(ctx, addCounts)
  const countCache = new LRUCache<string, Count>(limitEntries(KEYS_MAX))
  return class SharedCounts implements FastifyRateLimitStore {
    readonly #prefix: string

    constructor(prefix: unknown = '') {
      this.#prefix = typeof prefix === 'string' ? prefix : ''
    }

    incr(
      subject: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _timeWindow: number,
      max: number,
    ): void {
      const now = ctx.clock.now().getTime()
      const windowStart = Math.floor(now / WINDOW_MS) * WINDOW_MS
      const count = this.#getCount(`${this.#prefix}${subject}`, windowStart)
      count.localCalls++
      const answer = () =>
        callback(null, { current: count.localCalls + count.otherCalls, ttl: windowStart + WINDOW_MS - now })
      const isRefused = count.localCalls + count.otherCalls > max
      if (!share || isRefused || count.localCalls < max * UNSHARED_SHARE) answer()
      else void share(count).then(answer)
    }

    /** The store of one endpoint's limit; the plugin passes its route with the declared options. */
    child(options: unknown): FastifyRateLimitStore {
      const { routeInfo } = options as { routeInfo: { method: string; url: string } }
      return new SharedCounts(`${routeInfo.method} ${routeInfo.url} `)
    }

    #getCount(key: string, windowStart: number): Count {
      const existingCount = countCache.get(key)
      if (existingCount?.windowStart === windowStart) return existingCount
      const count = { key, windowStart, localCalls: 0, storedCalls: 0, otherCalls: 0 }
      countCache.set(key, count)
      return count
    }
  }
}

/**
 * Creates a function that shares counts, one call at a time; counts that arrive while it runs are shared together by the
 * next call.
 */
function createSharing(ctx: Pick<Context, 'log'>, addCounts: AddCounts): (count: Count) => Promise<void> {
  const waitingCounts = new Set<Count>()
  let runningShare: Promise<void> = Promise.resolve()
  let nextShare: Promise<void> | null = null

  async function shareWaiting(): Promise<void> {
    nextShare = null
    const counts = [...waitingCounts]
    waitingCounts.clear()
    for (const [windowStart, countsOfWindow] of Map.groupBy(counts, count => count.windowStart))
      await add(countsOfWindow, windowStart)
  }

  async function add(counts: readonly Count[], windowStart: number): Promise<void> {
    const increments = new Map(counts.map(count => [count.key, count.localCalls - count.storedCalls]))
    for (const count of counts) count.storedCalls = count.localCalls
    const sharedBefore = counts.map(count => count.storedCalls)
    try {
      const sums = await addCounts(increments, new Date(windowStart))
      for (const [i, count] of counts.entries())
        count.otherCalls = Math.max(0, (sums.get(count.key) ?? 0) - sharedBefore[i]!)
    } catch (error) {
      // The count may have been added: then it counts twice until the end of the minute.
      for (const count of counts) count.storedCalls -= increments.get(count.key)!
      ctx.log.warn({ err: error }, 'calls could not be counted together with other processes')
    }
  }

  return count => {
    waitingCounts.add(count)
    if (!nextShare) {
      nextShare = runningShare.then(shareWaiting)
      runningShare = nextShare
    }
    return nextShare
  }
}
