import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ZipPlan } from './plan.ts'
import { getBufferLength, pumpZip, rejectWhenAborted } from './pump.ts'
import type { ByteRange } from './segments.ts'
import type { OpenSource } from './sources.ts'

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
