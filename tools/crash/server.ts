import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
/** The recovery of the embedded database takes seconds, more on a busy machine. */
const START_TIMEOUT_MS = 180_000
const POLL_MS = 25

/** The real server as a child process that is ended and started again on the same port and data. */
export class CrashServer {
  readonly origin: string
  readonly #env: Record<string, string>
  readonly #log: string
  #child: ChildProcess | undefined
  #ready = Promise.withResolvers<void>()
  #isUp = false

  /** `log`: the file that its output is appended to. */
  constructor(env: Record<string, string>, port: number, log: string) {
    this.origin = `http://localhost:${port}`
    this.#env = { ...env, PORT: String(port) }
    this.#log = log
  }

  /** False from its end until it is ready again. */
  get isUp(): boolean {
    return this.#isUp
  }

  /** Resolves when it is ready; while it is down, at its next start. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  async start(): Promise<void> {
    const child = spawnMain(['serve'], this.#env)
    this.#child = child
    const { promise, resolve, reject } = this.#ready
    // A later start that succeeds resolves it.
    promise.catch(() => undefined)
    let output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-10_000)
        void appendFile(this.#log, chunk)
      })
    child.once('exit', code => {
      if (code !== null && code !== 0) reject(new Error(`A server ended with ${code}:\n${output}`))
    })
    const deadline = performance.now() + START_TIMEOUT_MS
    while (this.#child === child && isRunning(child)) {
      if (await isReady(this.origin)) {
        this.#isUp = this.#child === child && isRunning(child)
        if (this.#isUp) resolve()
        return
      }
      if (performance.now() > deadline) reject(new Error(`A server did not start:\n${output}`))
      await wait(POLL_MS)
    }
  }

  /** Sends the signal and waits for the end. Returns the exit code, null after SIGKILL. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child!
    const previous = this.#ready
    this.#ready = Promise.withResolvers()
    // Whoever waits for a start that was killed waits for the next one.
    this.#ready.promise.then(previous.resolve, previous.reject)
    if (!isRunning(child)) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    // A process that ends in order accepts requests for a while.
    if (signal === 'SIGKILL') this.#isUp = false
    await exited
    this.#isUp = false
    return child.exitCode
  }
}

/** Runs a command of the server's command line; returns its exit code. */
export async function runCommand(words: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawnMain(words, env)
  for (const stream of [child.stdout!, child.stderr!]) stream.resume()
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

function spawnMain(words: readonly string[], env: Record<string, string>): ChildProcess {
  // The process is too short-lived for the optimising WebAssembly compiler to pay off.
  const child = spawn(process.execPath, ['--liftoff-only', MAIN, ...words], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

const isReady = (origin: string) =>
  fetch(new URL('/readyz', origin)).then(
    async answer => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
