import { setTimeout } from 'node:timers/promises'

/** Resolves like `work`, or with `valueOnTimeout` when it takes longer. Its timer does not keep the process alive. */
export async function withTimeout<T, L>(
  work: Promise<T>,
  limitMs: number,
  valueOnTimeout: L,
): Promise<T | L> {
  const timerStop = new AbortController()
  const limit = setTimeout(limitMs, valueOnTimeout, { signal: timerStop.signal, ref: false }).catch(
    () => valueOnTimeout,
  )
  try {
    return await Promise.race([work, limit])
  } finally {
    timerStop.abort()
  }
}
