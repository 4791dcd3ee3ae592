import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '#server/platform/config/config.ts'

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The recovery of the embedded database takes seconds, more on a busy machine. */
const START_TIMEOUT_MS = 180_000
/** Characters of the output that are kept in memory. */
const OUTPUT_MAX = 10_000

export interface ProcessOptions {
  /** Name in messages and in the log. */
  name: string
  role: Role
  /** Port for requests; null for a role that answers none. */
  port: number | null
  env: Record<string, string>
  /** The file that its output is appended to. */
  log: string
  /** Flags of Node. The default suits processes too short-lived for the optimising WebAssembly compiler. */
  flags?: readonly string[]
  /** Folder of the checkout that it is started from; this one by default. */
  checkout?: string
  /** A command that starts it ('unshare', …). */
  wrapper?: readonly string[] | undefined
}

/** 'keepsake serve' as a child process that is ended and started again on the same port and data. */
export class ServerProcess {
  readonly name: string
  readonly role: Role
  readonly port: number | null
  /** Checkout of its next start. */
  checkout: string
  readonly #options: ProcessOptions
  #child: ChildProcess | undefined
  #ready = Promise.withResolvers<void>()
  #isUp = false
  #output = ''

  constructor(options: ProcessOptions) {
    this.name = options.name
    this.role = options.role
    this.port = options.port
    this.checkout = options.checkout ?? ROOT
    this.#options = options
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Undefined before its first start. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** False from its end until it is ready again. */
  get isUp(): boolean {
    return this.#isUp
  }

  /** The end of what its current run has printed. */
  get output(): string {
    return this.#output
  }

  /** Resolves when it is ready; while it is down, at its next start. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Resolves when it is ready or has ended; `ready` rejects when it ends by itself, or is not ready in time. */
  async start(): Promise<void> {
    const { name, role, port, env, log, flags, wrapper } = this.#options
    const portEnv: Record<string, string> = port === null ? {} : { PORT: String(port) }
    const child = spawnMain(
      ['serve', '--role', role],
      { ...env, ...portEnv },
      { flags, wrapper, checkout: this.checkout },
    )
    this.#child = child
    const { promise, resolve, reject } = this.#ready
    // A later start that succeeds resolves it.
    promise.catch(() => undefined)
    this.#output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk).slice(-OUTPUT_MAX)
        void appendFile(log, chunk)
      })
    const started = Promise.withResolvers<void>()
    const timeout = setTimeout(() => {
      reject(new Error(`${name} did not start:\n${this.#output}`))
      started.resolve()
    }, START_TIMEOUT_MS)
    child.once('message', () => {
      this.#isUp = this.#child === child && isRunning(child)
      if (this.#isUp) resolve()
      started.resolve()
    })
    child.once('exit', code => {
      if (this.#child === child) this.#isUp = false
      if (code !== null && code !== 0) reject(new Error(`${name} ended with ${code}:\n${this.#output}`))
      started.resolve()
    })
    await started.promise
    clearTimeout(timeout)
  }

  /** Sends the signal and waits for the end. Returns the exit code, null after SIGKILL. */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null> {
    const child = this.#child!
    const previous = this.#ready
    this.#ready = Promise.withResolvers()
    // A caller that awaits a killed start gets the result of the next one.
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

  /** Ends it and starts it again, as an upgrade (SIGTERM) or a crash does. Resolves when it is ready. */
  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.end(signal)
    void this.start()
    await this.ready
  }
}

/** Runs a command of the server's command line; throws with its output when it ends with another code than 0. */
export async function runCommand(
  words: readonly string[],
  env: Record<string, string>,
  options: Pick<ProcessOptions, 'checkout'> = {},
): Promise<void> {
  const child = spawnMain(words, env, options)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-OUTPUT_MAX)
    })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`keepsake ${words.join(' ')} ended with ${code}:\n${output}`)
}

function spawnMain(
  words: readonly string[],
  env: Record<string, string>,
  {
    flags = ['--liftoff-only'],
    checkout = ROOT,
    wrapper = [],
  }: Pick<ProcessOptions, 'flags' | 'checkout' | 'wrapper'>,
): ChildProcess {
  const main = join(checkout, 'server/src/main.ts')
  const [command, ...args] = [...wrapper, process.execPath, ...flags, main, ...words]
  const child = spawn(command!, args, {
    cwd: checkout,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Detached from the terminal: Ctrl-C would end all processes at once instead of in order.
    detached: true,
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null
