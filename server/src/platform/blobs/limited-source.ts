import type { Readable } from 'node:stream'

export interface LimitedSource {
  bytes: AsyncIterable<Uint8Array>
  /** True once the source failed or ended too early. */
  interrupted: boolean
  /** True once the source had more bytes than there was room for. */
  limitExceeded: boolean
}

/**
 * The bytes of a source as they come, at most `room` of them. Never throws for the source, and never destroys it: that
 * is its owner's business, who may still want to answer on it.
 */
export function limitSource(source: Readable, room: number): LimitedSource {
  tolerateErrors(source)
  const state: LimitedSource = { bytes: take(), interrupted: false, limitExceeded: false }
  return state

  async function* take() {
    let left = Math.max(0, room)
    try {
      for await (const chunk of source.iterator({ destroyOnReturn: false })) {
        const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        state.limitExceeded = bytes.length > left
        if (bytes.length > 0 && left > 0) yield bytes.subarray(0, left)
        if (state.limitExceeded) return
        left -= bytes.length
      }
    } catch {
      // Only the source can fail here: what goes wrong while the bytes are stored ends the loop by return().
      state.interrupted = true
    }
  }
}

/** A source may fail before its bytes are asked for; without a listener that would end the process. */
export function tolerateErrors(source: Readable): void {
  source.on('error', () => undefined)
}
