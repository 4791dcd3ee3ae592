import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DecoderStoppedError } from './errors.ts'
import { type HeicReply, type HeicRequest, MEMORY_EXCEEDED } from './heic-protocol.ts'

/** Milliseconds per clock tick of /proc, which is 100 Hz for programs on every Linux that Node runs on. */
const TICK_MS = 10

/** CPU time of a process in milliseconds, user and system; null when it has ended or the machine has no /proc. */
const readCpuTime = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program may contain spaces; state is the first field after it, utime and stime the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

const program = fileURLToPath(new URL('./heic-child.ts', import.meta.url))
// WASM memory is outside of the JavaScript heap, so a small heap suffices.
const HEAP_MB = 128
/** A decode is starved if it got no CPU for more than half of its time, and for at least this time. */
const STARVED_MIN_MS = 1_000

/** One decoding child process. It handles one request at a time and is not reused after a failure of its own. */
export class HeicProcess {
  readonly #child: ChildProcess
  readonly #closePromise: Promise<void>
  #stderr = ''
  #isOver = false

  constructor(maxMemoryMb: number) {
    this.#child = fork(program, [String(process.pid), String(maxMemoryMb)], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      // The environment of the decoder, which handles untrusted files, has none of the server's secrets.
      env: pick(process.env, ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot']),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#stderr = (this.#stderr + text.toString('utf8')).slice(-2_000)
    })
    this.#closePromise = new Promise(resolve => {
      const markOver = () => {
        this.#isOver = true
        resolve()
      }
      this.#child.on('close', markOver)
      this.#child.on('error', () => this.#child.pid ?? markOver())
    })
    this.#setKeepAlive(false)
  }

  get isOver() {
    return this.#isOver
  }

  get pid() {
    return this.#child.pid
  }

  /** Rejects with DecoderStoppedError when the child dies or `timeoutMs` pass; then, and on abort, the child is dead. */
  async run(request: HeicRequest, { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }) {
    signal?.throwIfAborted()
    if (this.#isOver) throw this.#createEndedError()
    this.#setKeepAlive(true)
    const outcome = Promise.withResolvers<HeicReply>()
    const stop = (error: unknown) => {
      outcome.reject(error)
      this.#child.kill('SIGKILL')
    }
    const onReply = (reply: HeicReply) => outcome.resolve(reply)
    const onAbort = () => stop(signal?.reason)
    const cpuBefore = this.#readCpuTime()
    const timer = setTimeout(() => stop(this.#createTimeoutError(timeoutMs, cpuBefore)), timeoutMs)
    this.#child.on('message', onReply)
    signal?.addEventListener('abort', onAbort)
    const onClose = () => outcome.reject(this.#createEndedError())
    this.#child.on('close', onClose)
    this.#child.send(request, error => error && stop(new DecoderStoppedError('crashed', error.message)))
    try {
      return await outcome.promise
    } catch (error) {
      // The caller may delete the child's files only after the child has exited.
      await this.#closePromise
      throw error
    } finally {
      clearTimeout(timer)
      this.#child.off('message', onReply)
      this.#child.off('close', onClose)
      signal?.removeEventListener('abort', onAbort)
      this.#setKeepAlive(false)
    }
  }

  async kill() {
    this.#setKeepAlive(true)
    this.#child.kill('SIGKILL')
    await this.#closePromise
  }

  /** A timeout from lack of CPU, or a paused machine, is not the fault of the picture. */
  #createTimeoutError(timeoutMs: number, cpuBefore: number | null) {
    const cpu = this.#readCpuTime()
    const withoutCpu = cpu === null || cpuBefore === null ? 0 : timeoutMs - (cpu - cpuBefore)
    const isStarved = withoutCpu > Math.max(timeoutMs / 2, STARVED_MIN_MS)
    const detail = isStarved ? `, ${withoutCpu} ms of them without CPU` : ''
    const message = `decoding took over ${timeoutMs} ms${detail}`
    return new DecoderStoppedError(isStarved ? 'machine' : 'timeout', message)
  }

  #readCpuTime() {
    return this.pid === undefined ? null : readCpuTime(this.pid)
  }

  #createEndedError() {
    const isMemory = this.#stderr.includes(MEMORY_EXCEEDED)
    const { exitCode, signalCode } = this.#child
    const detail = this.#stderr.trim() || `exit code ${exitCode}, signal ${signalCode}`
    return new DecoderStoppedError(isMemory ? 'memory' : 'crashed', `the decoding process ended: ${detail}`)
  }

  /** A working child keeps this process alive, an idle one does not. */
  #setKeepAlive(isWorking: boolean) {
    const method = isWorking ? 'ref' : 'unref'
    this.#child[method]()
    this.#child.channel?.[method]()
    // A pipe is a socket, though its type does not say so.
    ;(this.#child.stderr as Socket | null)?.[method]()
  }
}

const pick = (from: NodeJS.ProcessEnv, names: string[]) =>
  Object.fromEntries(names.filter(name => from[name] !== undefined).map(name => [name, from[name]]))
