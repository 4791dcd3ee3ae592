import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '#server/platform/config/config.ts'
import { type Program, startProgram } from '#server/testing/program.ts'

/** The folder of this checkout. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The recovery of the embedded database takes seconds, more on a busy machine. */
const START_TIMEOUT_MS = 180_000

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
  #program: Program | undefined
  #ready = Promise.withResolvers<void>()
  #isUp = false

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
    return this.#program?.child.pid
  }

  /** False from its end until it is ready again. */
  get isUp(): boolean {
    return this.#isUp
  }

  /** The end of what its current run has printed. */
  get output(): string {
    return this.#program?.getOutput() ?? ''
  }

  /** Resolves when it is ready; while it is down, at its next start. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Resolves when it is ready or has ended; `ready` rejects when it ends by itself, or is not ready in time. */
  async start(): Promise<void> {
    const { name, role, port, env, log, flags, wrapper } = this.#options
    const portEnv: Record<string, string> = port === null ? {} : { PORT: String(port) }
    const program = startMain(
      ['serve', '--role', role],
      { ...env, ...portEnv },
      { flags, wrapper, checkout: this.checkout, onOutput: chunk => void appendFile(log, chunk) },
    )
    this.#program = program
    const { promise, resolve, reject } = this.#ready
    // A later start that succeeds resolves it.
    promise.catch(() => undefined)
    const started = Promise.withResolvers<void>()
    const timeout = setTimeout(() => {
      reject(new Error(`${name} did not start:\n${program.getOutput()}`))
      started.resolve()
    }, START_TIMEOUT_MS)
    program.child.once('message', () => {
      this.#isUp = this.#program === program && program.isRunning()
      if (this.#isUp) resolve()
      started.resolve()
    })
    program.child.once('exit', code => {
      if (this.#program === program) this.#isUp = false
      if (code) reject(new Error(`${name} ended with ${code}:\n${program.getOutput()}`))
      started.resolve()
    })
    await started.promise
    clearTimeout(timeout)
  }

  /** Sends the signal and waits for the end. Returns the exit code, null after SIGKILL. */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null> {
    const program = this.#program!
    const previous = this.#ready
    this.#ready = Promise.withResolvers()
    // A caller that awaits a killed start gets the result of the next one.
    this.#ready.promise.then(previous.resolve, previous.reject)
    // A process that ends in order accepts requests for a while.
    if (signal === 'SIGKILL') this.#isUp = false
    const code = await program.end(signal)
    this.#isUp = false
    return code
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
  const program = startMain(words, env, options)
  const code = await program.ended
  if (code !== 0) throw new Error(`keepsake ${words.join(' ')} ended with ${code}:\n${program.getOutput()}`)
}

function startMain(
  words: readonly string[],
  env: Record<string, string>,
  {
    flags = ['--liftoff-only'],
    checkout = ROOT,
    wrapper = [],
    onOutput,
  }: Pick<ProcessOptions, 'flags' | 'checkout' | 'wrapper'> & { onOutput?: (chunk: Buffer) => void },
): Program {
  const main = join(checkout, 'server/src/main.ts')
  return startProgram([...wrapper, process.execPath, ...flags, main, ...words], {
    cwd: checkout,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    hasChannel: true,
    isDetached: true,
    onOutput,
  })
}
