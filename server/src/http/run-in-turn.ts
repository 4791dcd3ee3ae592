import { setTimeout as pause } from 'node:timers/promises'
import { type Context, memoizePerContext } from '../context.ts'
import { FairSemaphore } from '../platform/fair-semaphore.ts'

/**
 * Runs work that occupies the process for tens of milliseconds: one at a time, one key after another, and leaves the process to
 * other requests for as long as the work has occupied it. A call needs several turns of the event loop, and one work in each of
 * them would delay it by seconds.
 */
export function runInTurn<T>(ctx: Context, key: string, work: () => Promise<T>): Promise<T> {
  const result = Promise.withResolvers<T>()
  getTurns(ctx)
    .run(key, new AbortController().signal, async () => {
      const started = performance.now()
      await work().then(result.resolve, result.reject)
      await pause(performance.now() - started)
    })
    .catch(result.reject)
  return result.promise
}

const getTurns = memoizePerContext(() => new FairSemaphore(1))
