import type { Readable } from 'node:stream'

export interface Arriving {
  bytes: AsyncIterable<Uint8Array>
  /** True once the source failed or ended too early. */
  brokeOff: boolean
  /** True once the source had more bytes than there was room for. */
  tooMuch: boolean
}

/**
 * The bytes of a source as they come, at most `room` of them. Never throws for the source, and never destroys it: that
 * is its owner's business, who may still want to answer on it.
 */
export function arriving(source: Readable, room: number): Arriving {
  toleratesErrors(source)
  const state: Arriving = { bytes: take(), brokeOff: false, tooMuch: false }
  return state

  async function* take() {
    let left = Math.max(0, room)
    try {
      for await (const chunk of source.iterator({ destroyOnReturn: false })) {
        const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        state.tooMuch = bytes.length > left
        if (bytes.length > 0 && left > 0) yield bytes.subarray(0, left)
        if (state.tooMuch) return
        left -= bytes.length
      }
    } catch {
      // Only the source can fail here: what goes wrong while the bytes are stored ends the loop by return().
      state.brokeOff = true
    }
  }
}

/** A source may fail before its bytes are asked for; without a listener that would end the process. */
export function toleratesErrors(source: Readable): void {
  source.on('error', () => undefined)
}
