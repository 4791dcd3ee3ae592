import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FairSemaphore } from '../fair-semaphore.ts'
import { BrokenPictureError, DecoderStoppedError, PictureTooLargeError, StructureFault } from './errors.ts'
import { type HeicCoding, type HeicMeta, readHeicMeta } from './heic-boxes.ts'
import { HeicProcess } from './heic-process.ts'
import type { HeicRequest } from './heic-protocol.ts'
import type { RawPicture } from './picture-source.ts'
import { openAccess } from './random-access.ts'
import { isHdrTransfer } from './tone-mapping.ts'

/**
 * Estimates the most bytes that decoding a HEIC needs for its pixels, from its tables alone: two copies of the coded
 * planes and the result of 3 or 4 bytes per pixel, with a tenth for rows and tiles. Measured per pixel: 4.7 bytes for
 * 4:2:0 with 8 bits, 9.4 for 4:4:4 with 8 bits. HDR is decoded to 16 bits, which needs the result twice.
 */
export const estimateDecodingBytes = ({ sizes, codings, transfers }: HeicMeta): number => {
  const pixels = Math.max(0, ...sizes.map(({ width, height }) => width * height))
  const bytesPerCodedPixel = Math.max(...(codings.length ? codings : [LARGEST_CODING]).map(getBytesPerPixel))
  const isHdr = transfers.some(isHdrTransfer) && codings.some(({ bitsPerSample }) => bitsPerSample > 8)
  return pixels * (2.2 * bytesPerCodedPixel + RESULT_BYTES_PER_PIXEL * (isHdr ? 2 : 1))
}

const RESULT_BYTES_PER_PIXEL = 3

/** A coding without its own configuration is assumed to be the largest one. */
const LARGEST_CODING: HeicCoding = { samplesPerPixel: 3, bitsPerSample: 16 }

const getBytesPerPixel = ({ samplesPerPixel, bitsPerSample }: HeicCoding) =>
  samplesPerPixel * (bitsPerSample > 8 ? 2 : 1)

export type HeicOptions = {
  /** Folder for temporary result files of the children; created when missing. */
  tempDir: string
  /** Number of children, 1 by default. */
  processes?: number
  /** Wall-clock limit of one decode, start of the child included. */
  timeoutMs?: number
  /** Memory limit of one child, 2048 by default. 12 megapixels need 200, 100 megapixels 800, 200 megapixels 1400. */
  maxMemoryMb?: number
  /** Time after which an idle child is ended. */
  idleMs?: number
  log?: { warn(fields: object, message: string): void }
}

/** `fairnessKey`: waiting calls are served round-robin by this key, such as the account. */
export type HeicCallOptions = { timeoutMs?: number; signal?: AbortSignal; fairnessKey?: string }

export type HeicDecoder = {
  /** Upright sRGB pixels, scaled down into `box`×`box` where given, or to what the variants of these sizes need. */
  decode(
    path: string,
    options?: HeicCallOptions & { box?: NonNullable<HeicRequest['box']> },
  ): Promise<RawPicture>
  /** The whole picture as upright sRGB JPEG without metadata. */
  render(path: string, quality: number, options?: HeicCallOptions): Promise<Uint8Array>
  /** Process ids of the running children. */
  pids(): number[]
  /** Kills the children; pending and later calls fail with DecoderStoppedError 'closed'. */
  close(): Promise<void>
}

/**
 * Decodes HEIC in child processes, so that a crash of the decoder does not affect the server: each call has a time
 * limit, each child a memory limit. Calls queue for a child, fair by key; a child serves many calls and is replaced
 * after a failure. Throws BrokenPictureError, PictureTooLargeError, DecoderStoppedError, or the reason of an abort.
 */
export const createHeicDecoder = (options: HeicOptions): HeicDecoder => {
  const decoders = Array.from({ length: options.processes ?? 1 }, () => new Decoder(options))
  const idleDecoders = [...decoders]
  const semaphore = new FairSemaphore(decoders.length)
  const closing = new AbortController()
  const maxBytes = (options.maxMemoryMb ?? MAX_MEMORY_MB) * 1_048_576 * PIXEL_SHARE
  const runJob = async <T>(
    job: Job,
    limits: HeicCallOptions,
    convert: (bytes: Buffer, reply: Success) => T,
  ) => {
    const signal = AbortSignal.any([closing.signal, ...(limits.signal ? [limits.signal] : [])])
    signal.throwIfAborted()
    return semaphore.run(limits.fairnessKey ?? '', signal, async () => {
      // After a slot was acquired: reading the file first would change the order of the calls.
      await checkMemory(job.path, maxBytes)
      const decoder = idleDecoders.pop()!
      try {
        return await decoder.convert(
          job,
          { timeoutMs: limits.timeoutMs ?? options.timeoutMs ?? 60_000, signal },
          convert,
        )
      } finally {
        idleDecoders.push(decoder)
      }
    })
  }
  return {
    decode: (path, { box, ...limits } = {}) =>
      runJob({ path, box: box ?? null, quality: null }, limits, toRawPicture),
    render: (path, quality, limits = {}) => runJob({ path, box: null, quality }, limits, bytes => bytes),
    pids: () => decoders.map(decoder => decoder.pid).filter(pid => pid !== undefined),
    close: async () => {
      closing.abort(new DecoderStoppedError('closed', 'the image part is closing'))
      await Promise.all(decoders.map(decoder => decoder.close()))
    },
  }
}

const MAX_MEMORY_MB = 2_048
/** The rest is for the process itself. */
const PIXEL_SHARE = 0.92

/** Checks the tables of the file before anything is decoded. */
const checkMemory = async (path: string, maxBytes: number) => {
  await using file = await openAccess(path)
  const neededBytes = await readHeicMeta(file).then(estimateDecodingBytes, (error: unknown) => {
    if (error instanceof StructureFault) throw new BrokenPictureError(error.message, { cause: error })
    throw error
  })
  if (neededBytes > maxBytes)
    throw new PictureTooLargeError(`decoding needs ${Math.ceil(neededBytes / 1_048_576)} MiB`)
}

type Job = Pick<HeicRequest, 'path' | 'box' | 'quality'>
type Limits = { timeoutMs: number; signal: AbortSignal }
type Success = { width: number; height: number; channels: 3 | 4; full: RawPicture['full'] }

const toRawPicture = (data: Buffer, { width, height, channels, full }: Success): RawPicture => ({
  data,
  width,
  height,
  channels,
  full,
})

/** One child process, which decodes one picture at a time. */
class Decoder {
  readonly #options: HeicOptions
  readonly #maxMemoryMb: number
  #child: HeicProcess | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #runningCall: Promise<unknown> = Promise.resolve()
  #nextRequestId = 0

  constructor(options: HeicOptions) {
    this.#options = options
    this.#maxMemoryMb = options.maxMemoryMb ?? MAX_MEMORY_MB
  }

  get pid() {
    return this.#child?.isOver ? undefined : this.#child?.pid
  }

  async convert<T>(job: Job, limits: Limits, convert: (bytes: Buffer, reply: Success) => T): Promise<T> {
    clearTimeout(this.#idleTimer)
    const decoding = this.#decode(job, limits, convert)
    this.#runningCall = decoding.catch(() => undefined)
    try {
      return await decoding
    } finally {
      this.#endWhenIdle()
    }
  }

  /** Waits for the running call, which the caller has aborted. */
  async close() {
    await this.#runningCall
    await this.#killChild()
  }

  async #decode<T>(job: Job, limits: Limits, convert: (bytes: Buffer, reply: Success) => T) {
    await mkdir(this.#options.tempDir, { recursive: true })
    const out = join(this.#options.tempDir, `heic-${randomUUID()}`)
    if (!this.#child || this.#child.isOver) this.#child = new HeicProcess(this.#maxMemoryMb)
    try {
      const reply = await this.#child.run({ ...job, id: this.#nextRequestId++, out }, limits)
      // Decoder memory never shrinks: a child that has grown would push the next picture over the cap.
      const hasGrown = reply.rssMb > this.#maxMemoryMb / 2
      if (hasGrown || (!reply.ok && !reply.isUsable)) await this.#killChild()
      if (!reply.ok) {
        if (reply.failure === 'limit') throw new PictureTooLargeError(reply.message)
        if (reply.failure === 'broken') throw new BrokenPictureError(reply.message)
        throw new DecoderStoppedError(reply.failure, reply.message)
      }
      return convert(await readFile(out), reply)
    } catch (error) {
      if (error instanceof DecoderStoppedError && error.reason !== 'closed')
        this.#options.log?.warn({ err: error, path: job.path }, 'HEIC not decoded')
      throw error
    } finally {
      await rm(out, { force: true })
    }
  }

  #endWhenIdle() {
    this.#idleTimer = setTimeout(() => void this.#killChild(), this.#options.idleMs ?? 30_000)
    this.#idleTimer.unref()
  }

  async #killChild() {
    clearTimeout(this.#idleTimer)
    const child = this.#child
    this.#child = null
    await child?.kill()
  }
}
