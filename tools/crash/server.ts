import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const READY = /Keepsake is ready: +(http:\S+)/
/** The embedded database may need some seconds to recover; on a busy machine everything takes longer. */
const START_MS = 60_000

/** The real server as a child that is killed without warning and started anew on the same data. */
export class CrashServer {
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #address = Promise.withResolvers<string>()

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  /** Where the server answers; while it is down, a promise of where it will. */
  get started(): Promise<string> {
    return this.#address.promise
  }

  async start(): Promise<string> {
    const { promise, resolve, reject } = this.#address
    // It is killed before what an optimising compiler does would pay.
    const child = spawn(process.execPath, ['--liftoff-only', MAIN, 'serve', '--empty'], {
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    process.once('exit', () => child.kill('SIGKILL'))
    let said = ''
    const late = setTimeout(() => reject(new Error(`The server did not start:\n${said}`)), START_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk
        const origin = READY.exec(said)?.[1]
        if (origin) resolve(origin)
      })
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      if (signal !== 'SIGKILL')
        reject(new Error(`The server ended by itself with ${code ?? signal}:\n${said}`))
    })
    promise.finally(() => clearTimeout(late)).catch(() => undefined)
    return promise
  }

  /** kill -9, at whatever it is doing. */
  async kill(): Promise<void> {
    const child = this.#child!
    const waiting = this.#address
    this.#address = Promise.withResolvers()
    // Whoever waited for a start that never ended waits for the next one.
    this.#address.promise.then(waiting.resolve, waiting.reject)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** Another server has taken over the data. */
  replaceBy(origin: string): void {
    this.#address.resolve(origin)
  }
}
