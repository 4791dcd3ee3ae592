import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkout } from './checkouts.ts'

/** A command of the command line of one version, as a process that ends with this one. */
export class VersionProcess {
  /** Resolves with its exit code; null when a signal has ended it. */
  readonly ended: Promise<number | null>
  output = ''
  readonly #child: ChildProcess

  constructor({ folder }: Checkout, words: readonly string[], env: Record<string, string>, log: string) {
    this.#child = spawn(process.execPath, ['--liftoff-only', join(folder, 'server/src/main.ts'), ...words], {
      cwd: folder,
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk).slice(-5_000)
        void appendFile(log, chunk)
      })
    const kill = () => void this.#child.kill('SIGKILL')
    process.once('exit', kill)
    this.ended = once(this.#child, 'exit').then(([code]) => {
      process.off('exit', kill)
      return code as number | null
    })
  }

  /** Ends it in order; resolves with its exit code. */
  async end(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    return this.ended
  }
}
