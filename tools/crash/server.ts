import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const READY = /Keepsake is ready: +(http:\S+)/
/** The recovery of the embedded database takes seconds, more on a busy machine. */
const START_TIMEOUT_MS = 60_000

/** The real server as a child process that is killed with SIGKILL and restarted on the same data. */
export class CrashServer {
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #address = Promise.withResolvers<string>()

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  /** Origin of the server; while it is down, resolves at its next start. */
  get started(): Promise<string> {
    return this.#address.promise
  }

  async start(): Promise<string> {
    const { promise, resolve, reject } = this.#address
    // The process is too short-lived for the optimising WebAssembly compiler to pay off.
    const child = spawn(process.execPath, ['--liftoff-only', MAIN, 'serve', '--empty'], {
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    process.once('exit', () => child.kill('SIGKILL'))
    let output = ''
    const timeout = setTimeout(
      () => reject(new Error(`The server did not start:\n${output}`)),
      START_TIMEOUT_MS,
    )
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        const origin = READY.exec(output)?.[1]
        if (origin) resolve(origin)
      })
    child.once('exit', (code, signal) => {
      clearTimeout(timeout)
      if (signal !== 'SIGKILL')
        reject(new Error(`The server ended unexpectedly with ${code ?? signal}:\n${output}`))
    })
    promise.finally(() => clearTimeout(timeout)).catch(() => undefined)
    return promise
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child!
    const previous = this.#address
    this.#address = Promise.withResolvers()
    // Callers that wait for a start that was killed get the address of the next one.
    this.#address.promise.then(previous.resolve, previous.reject)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** Announces another server that runs on the same data. */
  replaceWith(origin: string): void {
    this.#address.resolve(origin)
  }
}
