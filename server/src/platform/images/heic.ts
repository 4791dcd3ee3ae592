import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BrokenPictureError, DecoderStoppedError } from './errors.ts'
import { HeicProcess } from './heic-process.ts'
import type { RawPicture } from './picture-source.ts'

export type HeicOptions = {
  /** Folder for temporary result files of the children; created when missing. */
  tempDir: string
  /** Children that decode at the same time, 1 by default. */
  processes?: number
  /** Wall-clock limit of one decode, start of the child included. */
  timeoutMs?: number
  /** Memory limit of one child, 2048 by default. 12 megapixels need 200, 100 megapixels 800, 200 megapixels 1400. */
  maxMemoryMb?: number
  /** Time after which an idle child is ended. */
  idleMs?: number
  log?: { warn(fields: object, message: string): void }
}

export type HeicCallOptions = { timeoutMs?: number; signal?: AbortSignal }

export type HeicDecoder = {
  /** Upright sRGB pixels, scaled down into `box`×`box` where given. */
  decode(path: string, options?: HeicCallOptions & { box?: number }): Promise<RawPicture>
  /** The whole picture as upright sRGB JPEG without metadata. */
  render(path: string, quality: number, options?: HeicCallOptions): Promise<Uint8Array>
  /** Process ids of the running children. */
  pids(): number[]
  /** Kills the children; pending and later calls fail with DecoderStoppedError 'closed'. */
  close(): Promise<void>
}

/**
 * Decodes HEIC in child processes, so that a crash of the decoder does not affect the server: each call has a time
 * limit, each child a memory limit. Calls queue for a child; a child serves many calls and is replaced after a failure.
 * Throws BrokenPictureError, DecoderStoppedError, or the reason of an abort.
 */
export const createHeicDecoder = (options: HeicOptions): HeicDecoder => {
  const lanes = Array.from({ length: options.processes ?? 1 }, () => new Lane(options))
  const call = <T>(job: (lane: Lane) => Promise<T>) => {
    const lane = lanes.reduce((best, other) => (other.waiting < best.waiting ? other : best))
    return job(lane)
  }
  return {
    decode: (path, { box, ...limits } = {}) =>
      call(lane => lane.convert({ path, box: box ?? null, quality: null }, limits, rawPicture)),
    render: (path, quality, limits = {}) =>
      call(lane => lane.convert({ path, box: null, quality }, limits, bytes => bytes)),
    pids: () => lanes.map(lane => lane.pid).filter(pid => pid !== undefined),
    close: async () => {
      await Promise.all(lanes.map(lane => lane.close()))
    },
  }
}

type Job = { path: string; box: number | null; quality: number | null }
type Success = { width: number; height: number; channels: 3 | 4; full: RawPicture['full'] }

const rawPicture = (data: Buffer, { width, height, channels, full }: Success): RawPicture => ({
  data,
  width,
  height,
  channels,
  full,
})

/** One child process and the queue of its calls. */
class Lane {
  readonly #options: HeicOptions
  readonly #maxMemoryMb: number
  readonly #closing = new AbortController()
  #child: HeicProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #serial = 0
  waiting = 0

  constructor(options: HeicOptions) {
    this.#options = options
    this.#maxMemoryMb = options.maxMemoryMb ?? 2_048
  }

  get pid() {
    return this.#child?.isOver ? undefined : this.#child?.pid
  }

  async convert<T>(
    job: Job,
    limits: HeicCallOptions,
    take: (bytes: Buffer, reply: Success) => T,
  ): Promise<T> {
    const signal = AbortSignal.any([this.#closing.signal, ...(limits.signal ? [limits.signal] : [])])
    const before = this.#last
    const turn = Promise.withResolvers<void>()
    this.#last = before.then(() => turn.promise)
    this.waiting++
    clearTimeout(this.#idle)
    try {
      await orAborted(before, signal)
      return await this.#decode(
        job,
        { timeoutMs: limits.timeoutMs ?? this.#options.timeoutMs ?? 60_000, signal },
        take,
      )
    } finally {
      turn.resolve()
      this.waiting--
      if (this.waiting === 0) this.#endWhenIdle()
    }
  }

  async close() {
    this.#closing.abort(new DecoderStoppedError('closed', 'the image part is closing'))
    await this.#last
    await this.#drop()
  }

  async #decode<T>(
    job: Job,
    limits: { timeoutMs: number; signal: AbortSignal },
    take: (bytes: Buffer, reply: Success) => T,
  ) {
    await mkdir(this.#options.tempDir, { recursive: true })
    const out = join(this.#options.tempDir, `heic-${randomUUID()}`)
    if (!this.#child || this.#child.isOver) this.#child = new HeicProcess(this.#maxMemoryMb)
    try {
      const reply = await this.#child.run({ ...job, id: this.#serial++, out }, limits)
      // Decoder memory never shrinks: a child that has grown would push the next picture over the cap.
      const hasGrown = reply.rssMb > this.#maxMemoryMb / 2
      if (hasGrown || (!reply.ok && !reply.isUsable)) await this.#drop()
      if (!reply.ok) {
        if (reply.failure === 'broken') throw new BrokenPictureError(reply.message)
        throw new DecoderStoppedError(reply.failure, reply.message)
      }
      return take(await readFile(out), reply)
    } catch (error) {
      if (error instanceof DecoderStoppedError)
        this.#options.log?.warn({ err: error, path: job.path }, 'HEIC not decoded')
      throw error
    } finally {
      await rm(out, { force: true })
    }
  }

  #endWhenIdle() {
    this.#idle = setTimeout(() => void this.#drop(), this.#options.idleMs ?? 30_000)
    this.#idle.unref()
  }

  async #drop() {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = null
    await child?.kill()
  }
}

const orAborted = async (before: Promise<unknown>, signal: AbortSignal) => {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    await Promise.race([before, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
