import { Readable } from 'node:stream'
import type { ZipPlan } from './plan.ts'
import type { ByteRange } from './segments.ts'
import { CHUNK_BYTES, getBufferLength, pumpZip } from './send.ts'
import type { OpenSource } from './sources.ts'

/**
 * Streams the bytes `start`..`end` (both inclusive) of a planned zip as a Readable for any target. Reads at most one 1
 * MiB chunk ahead of its reader. It is destroyed with an error, never ended, when a source fails or does not have the
 * planned length. For a socket or an HTTP response `sendZip` is faster.
 */
export function streamZip<S>(plan: ZipPlan<S>, range: ByteRange, open: OpenSource<S>): Readable {
  const stop = new AbortController()
  let demand = Promise.withResolvers<void>()
  let isStarted = false

  const sink = {
    acquireBuffer: () => Buffer.allocUnsafeSlow(getBufferLength(range)),
    async send(bytes: Uint8Array) {
      await demand.promise
      demand = Promise.withResolvers()
      stream.push(bytes)
    },
  }
  const stream = new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      demand.resolve()
      if (isStarted) return
      isStarted = true
      pumpZip(plan, range, open, sink, stop.signal).then(
        () => stream.push(null),
        error => stream.destroy(error),
      )
    },
    destroy(error, done) {
      stop.abort(error ?? new Error('the zip stream was closed'))
      done(error)
    },
  })
  return stream
}
