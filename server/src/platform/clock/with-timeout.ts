import { setTimeout } from 'node:timers/promises'

/** Resolves like `work`, or with `late` when it takes longer. Its timer does not keep the process alive. */
export async function withTimeout<T, L>(work: Promise<T>, limitMs: number, late: L): Promise<T | L> {
  const ended = new AbortController()
  const limit = setTimeout(limitMs, late, { signal: ended.signal, ref: false }).catch(() => late)
  try {
    return await Promise.race([work, limit])
  } finally {
    ended.abort()
  }
}
