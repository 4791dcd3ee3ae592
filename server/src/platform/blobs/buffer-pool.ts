/** Size of reads and writes; a request arrives in chunks of at most 64 KiB, and each call has a fixed cost. */
const BUFFER_BYTES = 1024 * 1024
/** Most buffers that are stored for reuse; concurrent work may use more. */
const FREE_BUFFERS_MAX = 4
const freeBuffers: Buffer[] = []

/**
 * Returns a buffer of 1 MiB with any content. Buffers are reused, because memory of this size costs more to allocate and
 * to collect than to fill.
 */
export function acquireBuffer(): Buffer {
  return freeBuffers.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
}

/** Returns a buffer to the pool; the caller must not use it any more. */
export function releaseBuffer(block: Buffer): void {
  if (freeBuffers.length < FREE_BUFFERS_MAX) freeBuffers.push(block)
}
