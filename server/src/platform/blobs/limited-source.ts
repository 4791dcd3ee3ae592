import { Readable } from 'node:stream'

export interface LimitedSource {
  bytes: AsyncIterable<Uint8Array>
  /** True once the source failed or ended too early (a broken connection). */
  interrupted: boolean
  /** True once the source had more bytes than the limit. */
  limitExceeded: boolean
}

/**
 * Streams at most `limit` bytes of a source. Errors of the source end the stream without throwing; the source is never
 * destroyed, because the request may still have to be answered.
 */
export function limitSource(source: AsyncIterable<Uint8Array>, limit: number): LimitedSource {
  if (source instanceof Readable) tolerateErrors(source)
  const state: LimitedSource = { bytes: read(), interrupted: false, limitExceeded: false }
  return state

  async function* read() {
    let remainingBytes = Math.max(0, limit)
    try {
      const chunks = source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source
      for await (const chunk of chunks) {
        const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        state.limitExceeded = bytes.length > remainingBytes
        if (bytes.length > 0 && remainingBytes > 0) yield bytes.subarray(0, remainingBytes)
        if (state.limitExceeded) return
        remainingBytes -= bytes.length
      }
    } catch {
      // Only the source can fail here: an error of the consumer ends this generator by return().
      state.interrupted = true
    }
  }
}

/** Adds an error listener, because a source that fails before it is read would end the process. */
export function tolerateErrors(source: Readable): void {
  source.on('error', () => undefined)
}
