import { setTimeout } from 'node:timers/promises'

/** Runs `work` repeatedly until the signal aborts, each time after the pause. Its timer does not keep the process alive. */
export async function runPeriodically(
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const pause = () => setTimeout(pauseMs, true, { signal, ref: false }).catch(() => false)
  while (await pause()) await work()
}
