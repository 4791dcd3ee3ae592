import { setTimeout } from 'node:timers/promises'

/** Does the work again and again, with the pause before each time, until the signal; keeps no process alive. */
export async function runPeriodically(
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const pause = () => setTimeout(pauseMs, true, { signal, ref: false }).catch(() => false)
  while (await pause()) await work()
}
