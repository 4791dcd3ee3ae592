import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ZipPlan } from './plan.ts'
import { bufferLength, pumpZip, untilAborted } from './pump.ts'
import type { ByteRange } from './segments.ts'
import type { OpenSource } from './sources.ts'

/** One is being filled, one is being sent, one is queued. */
const BUFFERS = 3

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
  const gone = (cause?: Error) => stop.abort(new ReceiverGoneError(cause))
  const closed = () => gone()
  const cancelled = () => stop.abort(signal?.reason)
  target.once('close', closed)
  // Never removed: destroying the target with an error makes it emit that error.
  target.on('error', gone)
  signal?.addEventListener('abort', cancelled, { once: true })
  if (target.destroyed) gone()
  if (signal?.aborted) cancelled()

  try {
    const buffers = new BufferRing(bufferLength(range))
    const sink = {
      acquireBuffer: () => buffers.acquire(),
      send(bytes: Uint8Array, buffer?: Buffer) {
        const sent = Promise.withResolvers<void>()
        const roomLeft = target.write(bytes, error => {
          if (error) return gone(error)
          if (buffer !== undefined) buffers.release(buffer)
          sent.resolve()
        })
        if (buffer === undefined && !roomLeft) return sent.promise
      },
    }
    await pumpZip(plan, range, open, sink, stop.signal)
    const ended = Promise.withResolvers<void>()
    target.end(() => {
      // 'close' may follow before a promise settles.
      target.off('close', closed)
      ended.resolve()
    })
    await untilAborted(ended.promise, stop.signal)
  } catch (error) {
    target.destroy(error instanceof Error ? error : new Error('the zip was broken off', { cause: error }))
    throw error
  } finally {
    target.off('close', closed)
    signal?.removeEventListener('abort', cancelled)
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
  #made = 0
  #free: Buffer[] = []
  #waiting: ((buffer: Buffer) => void) | undefined

  constructor(length: number) {
    this.#length = length
  }

  acquire(): Buffer | Promise<Buffer> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    if (this.#made < BUFFERS) {
      this.#made++
      return Buffer.allocUnsafeSlow(this.#length)
    }
    return new Promise(resolve => {
      this.#waiting = resolve
    })
  }

  release(buffer: Buffer): void {
    const waiting = this.#waiting
    if (waiting === undefined) this.#free.push(buffer)
    else {
      this.#waiting = undefined
      waiting(buffer)
    }
  }
}
