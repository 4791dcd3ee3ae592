import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Signals a child process and waits for its exit. */
export async function terminate(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Retries `work` until it succeeds; throws its last error as cause after the timeout. */
export async function waitFor<T>(what: string, seconds: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > until) throw new Error(`${what}: not within ${seconds} s`, { cause: error })
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
