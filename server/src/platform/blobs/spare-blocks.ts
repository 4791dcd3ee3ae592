/** Size of reads and writes; a request arrives in chunks of at most 64 KiB, and each call has a fixed cost. */
const BLOCK_BYTES = 1024 * 1024
/** Most blocks that are kept for reuse; concurrent work may use more. */
const SPARE_MAX = 4
const spare: Buffer[] = []

/**
 * Returns a block of 1 MiB with any content. Blocks are reused, because memory of this size costs more to allocate and
 * to collect than to fill.
 */
export function acquireBlock(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

/** Returns a block to the pool; the caller must not use it any more. */
export function releaseBlock(block: Buffer): void {
  if (spare.length < SPARE_MAX) spare.push(block)
}
