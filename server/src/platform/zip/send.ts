import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ZipEntry, ZipPlan } from './plan.ts'
import { type ByteRange, listZipSegments } from './segments.ts'
import { OpenedSegments, type OpenSource, type PositionedSource } from './sources.ts'

/** One is being filled, one is being sent, one is queued. */
const BUFFER_COUNT = 3

/**
 * Writes the bytes `start`..`end` (both inclusive) of a planned zip to an HTTP response or a socket and ends it; the
 * response's headers must have been set, with the exact Content-Length. Resolves when the operating system has all
 * bytes. When a source fails or does not have the planned length, when `signal` aborts, or when the receiver
 * disconnects (ReceiverGoneError), it destroys the target, so that the receiver sees a broken transfer, and throws.
 *
 * Reuses three buffers of 1 MiB. Therefore the target must be a socket: its write callback means that the buffer is
 * free again, that of a Transform does not.
 */
export async function sendZip<S>(
  plan: ZipPlan<S>,
  range: ByteRange,
  open: OpenSource<S>,
  target: ServerResponse | Socket,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const stop = new AbortController()
  const abortWithReceiverGone = (cause?: Error) => stop.abort(new ReceiverGoneError(cause))
  const onClose = () => abortWithReceiverGone()
  const onAbort = () => stop.abort(signal?.reason)
  target.once('close', onClose)
  // Never removed: destroying the target with an error makes it emit that error.
  target.on('error', abortWithReceiverGone)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (target.destroyed) abortWithReceiverGone()
  if (signal?.aborted) onAbort()

  try {
    const buffers = new BufferRing(getBufferLength(range))
    const sink = {
      acquireBuffer: () => buffers.acquire(),
      send(bytes: Uint8Array, buffer?: Buffer) {
        const sending = Promise.withResolvers<void>()
        const hasCapacity = target.write(bytes, error => {
          if (error) return abortWithReceiverGone(error)
          if (buffer !== undefined) buffers.release(buffer)
          sending.resolve()
        })
        if (buffer === undefined && !hasCapacity) return sending.promise
      },
    }
    await pumpZip(plan, range, open, sink, stop.signal)
    const ending = Promise.withResolvers<void>()
    target.end(() => {
      // 'close' may follow before a promise settles.
      target.off('close', onClose)
      ending.resolve()
    })
    await rejectWhenAborted(ending.promise, stop.signal)
  } catch (error) {
    target.destroy(error instanceof Error ? error : new Error('the zip was broken off', { cause: error }))
    throw error
  } finally {
    target.off('close', onClose)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The receiver closed the connection: the download was cancelled, or the connection broke. */
export class ReceiverGoneError extends Error {
  override name = 'ReceiverGoneError'

  constructor(cause?: Error) {
    super('the receiver went away before the zip ended', { cause })
  }
}

/** A pool of buffers: `acquire` returns a buffer again only after `release` returned it to the pool. */
class BufferRing {
  #length: number
  #allocatedCount = 0
  #freeBuffers: Buffer[] = []
  #waitingRequest: ((buffer: Buffer) => void) | undefined

  constructor(length: number) {
    this.#length = length
  }

  acquire(): Buffer | Promise<Buffer> {
    const freeBuffer = this.#freeBuffers.pop()
    if (freeBuffer !== undefined) return freeBuffer
    if (this.#allocatedCount < BUFFER_COUNT) {
      this.#allocatedCount++
      return Buffer.allocUnsafeSlow(this.#length)
    }
    return new Promise(resolve => {
      this.#waitingRequest = resolve
    })
  }

  release(buffer: Buffer): void {
    const waitingRequest = this.#waitingRequest
    if (waitingRequest === undefined) this.#freeBuffers.push(buffer)
    else {
      this.#waitingRequest = undefined
      waitingRequest(buffer)
    }
  }
}

/** Receives the bytes of a zip and provides the buffers for them. */
interface ZipSink {
  /** A buffer of at least `getBufferLength(range)` bytes for exclusive use; a pending promise is backpressure. */
  acquireBuffer(): Buffer | Promise<Buffer>
  /**
   * Sends the next bytes; a pending promise is backpressure. `buffer` is the buffer from `acquireBuffer` that
   * contains them: the caller no longer uses it, and `acquireBuffer` may return it again once they are sent.
   */
  send(bytes: Uint8Array, buffer?: Buffer): void | Promise<void>
}

/** Sources are read in chunks of 1 MiB: chunks of 64 KiB halve the throughput. */
export const CHUNK_BYTES = 1024 * 1024

/** Fewer bytes than this are sent as a copy when a buffer is flushed before it is full. */
const SMALL_BYTES = 64 * 1024

/** Returns one byte more than a chunk, so that the last read of a source also detects a source that is too long. */
export function getBufferLength({ start, end }: ByteRange): number {
  return Math.min(CHUNK_BYTES, end - start + 1) + 1
}

/**
 * Sends the bytes of a range of a planned zip, in order. Headers and positioned sources are packed into full
 * buffers, chunks of iterables are passed on unchanged. The next source is opened during the last chunk of the
 * current one, no earlier: an idle network stream would time out while a slow receiver is served.
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
  const segments = new OpenedSegments(listZipSegments(plan, range), open, signal)
  const packer = new Packer(sink, getBufferLength(range) - 1, signal)
  try {
    for (let segment = segments.next(); segment !== undefined; segment = segments.next()) {
      if (segment.kind === 'bytes') {
        await packer.copy(segment.bytes)
        continue
      }
      const source = await rejectWhenAborted(segment.opened, signal)
      const sourceRange = { ...segment, onNearEnd: () => segments.openNext() }
      if (source.kind === 'positioned') await packer.read(source.source, sourceRange)
      else await packer.pass(source.chunks, sourceRange)
      await segments.release(source)
    }
    await packer.flush()
    await segments.end()
  } finally {
    segments.abandon()
  }
}

interface SourceRange<S> extends ByteRange {
  entry: ZipEntry<S>
  /** Called once or more while the last chunk is read. */
  onNearEnd: () => void
}

/** Owns the buffer that is being filled. */
class Packer {
  #sink: ZipSink
  #capacity: number
  #signal: AbortSignal
  #buffer: Buffer | undefined
  #usedBytes = 0

  constructor(sink: ZipSink, capacity: number, signal: AbortSignal) {
    this.#sink = sink
    this.#capacity = capacity
    this.#signal = signal
  }

  async copy(bytes: Buffer): Promise<void> {
    for (let copiedBytes = 0; copiedBytes < bytes.length; ) {
      const buffer = this.#buffer ?? (await this.#acquireBuffer())
      const copied = bytes.copy(
        buffer,
        this.#usedBytes,
        copiedBytes,
        copiedBytes + this.#capacity - this.#usedBytes,
      )
      copiedBytes += copied
      await this.#advance(copied)
    }
  }

  async read<S>(source: PositionedSource, { entry, start, end, onNearEnd }: SourceRange<S>): Promise<void> {
    for (let position = start; position <= end; ) {
      if (end - position < CHUNK_BYTES) onNearEnd()
      const buffer = this.#buffer ?? (await this.#acquireBuffer())
      const requestedLength = Math.min(this.#capacity - this.#usedBytes, end + 1 - position)
      const probe = position + requestedLength === entry.size ? 1 : 0
      const reading = source.read(buffer, this.#usedBytes, requestedLength + probe, position)
      const { bytesRead } = await rejectWhenAborted(reading, this.#signal)
      if (bytesRead === 0 || bytesRead > requestedLength) throw createLengthError(entry, bytesRead === 0)
      position += bytesRead
      await this.#advance(bytesRead)
    }
  }

  async pass<S>(
    chunks: AsyncIterator<Uint8Array>,
    { entry, start, end, onNearEnd }: SourceRange<S>,
  ): Promise<void> {
    await this.flush()
    let position = start
    for (;;) {
      if (end - position < CHUNK_BYTES) onNearEnd()
      const { done, value } = await rejectWhenAborted(chunks.next(), this.#signal)
      if (done) break
      position += value.length
      if (position > end + 1) throw createLengthError(entry, false)
      if (value.length > 0) await rejectWhenAborted(this.#sink.send(value), this.#signal)
    }
    if (position <= end) throw createLengthError(entry, true)
  }

  async flush(): Promise<void> {
    const buffer = this.#buffer
    if (buffer === undefined || this.#usedBytes === 0) return
    const bytes = buffer.subarray(0, this.#usedBytes)
    this.#usedBytes = 0
    if (bytes.length < SMALL_BYTES && bytes.length < this.#capacity) {
      await rejectWhenAborted(this.#sink.send(Buffer.from(bytes)), this.#signal)
      return
    }
    this.#buffer = undefined
    await rejectWhenAborted(this.#sink.send(bytes, buffer), this.#signal)
  }

  async #acquireBuffer(): Promise<Buffer> {
    this.#buffer = await rejectWhenAborted(this.#sink.acquireBuffer(), this.#signal)
    return this.#buffer
  }

  async #advance(count: number): Promise<void> {
    this.#usedBytes += count
    if (this.#usedBytes === this.#capacity) await this.flush()
  }
}

function createLengthError<S>({ name, size }: ZipEntry<S>, isTooShort: boolean): Error {
  return new Error(
    `the source of ${JSON.stringify(name)} is ${isTooShort ? 'shorter' : 'longer'} than its ${size} bytes`,
  )
}

/** Returns the result of `work`; rejects with the reason of `signal` as soon as it aborts. Removes its listener. */
function rejectWhenAborted<T>(work: T | Promise<T>, signal: AbortSignal): T | Promise<T> {
  signal.throwIfAborted()
  if (!(work instanceof Promise)) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const removeListener = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    work.then(
      value => {
        removeListener()
        resolve(value)
      },
      error => {
        removeListener()
        reject(error)
      },
    )
  })
}
