import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ends a child that was started here and waits for it. */
export async function terminate(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A folder that goes with the bench. */
export async function temporaryFolder(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A port nobody uses at this moment, for programs that cannot be asked for theirs. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until the work succeeds. */
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
