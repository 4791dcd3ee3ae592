import type { ZipEntry, ZipPlan } from './plan.ts'
import { type ByteRange, zipSegments } from './segments.ts'
import { OpenedSegments, type OpenSource, type PositionedSource } from './sources.ts'

/** The receiver of the bytes of a zip, and the provider of the buffers for them. */
export interface ZipSink {
  /** A buffer of at least `bufferLength(range)` bytes that nobody else uses; waiting here is backpressure. */
  take(): Buffer | Promise<Buffer>
  /**
   * Takes the next bytes; waiting here is backpressure too. With `buffer` they lie in a buffer that was taken, is
   * left alone from now on, and may be taken again once they are sent.
   */
  send(bytes: Uint8Array, buffer?: Buffer): void | Promise<void>
}

/** Sources are read in chunks of 1 MiB: chunks of 64 KiB halve the throughput. */
export const CHUNK = 1024 * 1024

/** Less than this leaves its buffer as a copy when it cannot wait for the buffer to fill. */
const SMALL = 64 * 1024

/** One byte more than a chunk, so that the read which ends a source also tells whether the source goes on. */
export function bufferLength({ start, end }: ByteRange): number {
  return Math.min(CHUNK, end - start + 1) + 1
}

/**
 * Sends the bytes of a range of a planned zip, in order. Headers and positioned sources are packed into full
 * buffers, chunks of iterables are passed on as they are. The next source is opened during the last chunk of the
 * present one, no earlier: an idle network stream would time out behind a slow receiver.
 *
 * Throws when a source fails, is shorter or longer than planned, or `signal` aborts (with its reason, even where a
 * source hangs); no source is left open then.
 */
export async function pumpZip<S>(
  plan: ZipPlan<S>,
  range: ByteRange,
  open: OpenSource<S>,
  sink: ZipSink,
  signal: AbortSignal,
): Promise<void> {
  const pieces = new OpenedSegments(zipSegments(plan, range), open, signal)
  const packer = new Packer(sink, bufferLength(range) - 1, signal)
  try {
    for (let piece = pieces.next(); piece !== undefined; piece = pieces.next()) {
      if (piece.kind === 'made') {
        await packer.copy(piece.bytes)
        continue
      }
      const source = await untilAborted(piece.opened, signal)
      const stretch = { ...piece, nearEnd: () => pieces.openNext() }
      if (source.kind === 'positioned') await packer.read(source.source, stretch)
      else await packer.pass(source.chunks, stretch)
      await pieces.release(source)
    }
    await packer.flush()
    await pieces.end()
  } finally {
    pieces.abandon()
  }
}

interface Stretch<S> extends ByteRange {
  entry: ZipEntry<S>
  /** Called once or more while the last chunk is read. */
  nearEnd: () => void
}

/** Owns the buffer that is being filled. */
class Packer {
  #sink: ZipSink
  #capacity: number
  #signal: AbortSignal
  #buffer: Buffer | undefined
  #used = 0

  constructor(sink: ZipSink, capacity: number, signal: AbortSignal) {
    this.#sink = sink
    this.#capacity = capacity
    this.#signal = signal
  }

  async copy(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const buffer = this.#buffer ?? (await this.#take())
      const copied = bytes.copy(buffer, this.#used, done, done + this.#capacity - this.#used)
      done += copied
      await this.#filled(copied)
    }
  }

  async read<S>(source: PositionedSource, { entry, start, end, nearEnd }: Stretch<S>): Promise<void> {
    for (let position = start; position <= end; ) {
      if (end - position < CHUNK) nearEnd()
      const buffer = this.#buffer ?? (await this.#take())
      const wanted = Math.min(this.#capacity - this.#used, end + 1 - position)
      const probe = position + wanted === entry.size ? 1 : 0
      const reading = source.read(buffer, this.#used, wanted + probe, position)
      const { bytesRead } = await untilAborted(reading, this.#signal)
      if (bytesRead === 0 || bytesRead > wanted) throw wrongLength(entry, bytesRead === 0)
      position += bytesRead
      await this.#filled(bytesRead)
    }
  }

  async pass<S>(
    chunks: AsyncIterator<Uint8Array>,
    { entry, start, end, nearEnd }: Stretch<S>,
  ): Promise<void> {
    await this.flush()
    let position = start
    for (;;) {
      if (end - position < CHUNK) nearEnd()
      const { done, value } = await untilAborted(chunks.next(), this.#signal)
      if (done) break
      position += value.length
      if (position > end + 1) throw wrongLength(entry, false)
      if (value.length > 0) await untilAborted(this.#sink.send(value), this.#signal)
    }
    if (position <= end) throw wrongLength(entry, true)
  }

  async flush(): Promise<void> {
    const buffer = this.#buffer
    if (buffer === undefined || this.#used === 0) return
    const bytes = buffer.subarray(0, this.#used)
    this.#used = 0
    if (bytes.length < SMALL && bytes.length < this.#capacity) {
      await untilAborted(this.#sink.send(Buffer.from(bytes)), this.#signal)
      return
    }
    this.#buffer = undefined
    await untilAborted(this.#sink.send(bytes, buffer), this.#signal)
  }

  async #take(): Promise<Buffer> {
    this.#buffer = await untilAborted(this.#sink.take(), this.#signal)
    return this.#buffer
  }

  async #filled(count: number): Promise<void> {
    this.#used += count
    if (this.#used === this.#capacity) await this.flush()
  }
}

function wrongLength<S>({ name, size }: ZipEntry<S>, short: boolean): Error {
  return new Error(
    `the source of ${JSON.stringify(name)} is ${short ? 'shorter' : 'longer'} than its ${size} bytes`,
  )
}

/** What `work` gives, or the reason of `signal` as soon as that aborts; leaves no listener behind. */
export function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): T | Promise<T> {
  signal.throwIfAborted()
  if (!(work instanceof Promise)) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const settle = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    work.then(
      value => {
        settle()
        resolve(value)
      },
      error => {
        settle()
        reject(error)
      },
    )
  })
}
