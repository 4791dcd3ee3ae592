/** One read or write costs more than its bytes, and a request arrives in chunks of at most 64 KiB. */
const BLOCK_BYTES = 1024 * 1024
/** Blocks that are reused; work that runs at the same time may need more. */
const SPARE_MAX = 4
const spare: Buffer[] = []

/** A block of 1 MiB with any content. Memory of this size costs more to allocate and to collect than to fill. */
export function acquireBlock(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

/** Lets others use a block, which must not be used by the caller any more. */
export function releaseBlock(block: Buffer): void {
  if (spare.length < SPARE_MAX) spare.push(block)
}
