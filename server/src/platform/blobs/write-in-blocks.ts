import { acquireBuffer, releaseBuffer } from './buffer-pool.ts'

/** Block size of slow and unknown senders, of which there may be hundreds. */
const SLOW_BLOCK_BYTES = 64 * 1024
/**
 * Bytes of a slow sender are written after this time, so that a crash loses few of them and they do not occupy memory.
 */
const WAIT_MS = 250

/**
 * Passes bytes to `write` in blocks of 1 MiB, or those of a quarter of a second; slow senders have blocks of 64 KiB.
 * Resolves when all bytes are written; a block is valid until its write resolves. When the source fails, its bytes are
 * written before the error is thrown.
 */
export async function writeInBlocks(
  source: AsyncIterable<Uint8Array>,
  write: (block: Uint8Array) => Promise<void>,
): Promise<void> {
  const chunks = source[Symbol.asyncIterator]()
  let slowBlock: Buffer | undefined
  let isFast = false
  let block: Buffer | null = null
  let filledBytes = 0
  let timer: NodeJS.Timeout | undefined
  let blockDue = Promise.withResolvers<true>()

  async function flush(): Promise<void> {
    if (!block) return
    clearTimeout(timer)
    const [fullBlock, length] = [block, filledBytes]
    block = null
    isFast = length >= SLOW_BLOCK_BYTES
    await write(fullBlock.subarray(0, length))
    if (fullBlock !== slowBlock) releaseBuffer(fullBlock)
  }

  function getSlowBlock(): Buffer {
    slowBlock ??= Buffer.allocUnsafeSlow(SLOW_BLOCK_BYTES)
    return slowBlock
  }

  async function add(bytes: Uint8Array): Promise<void> {
    for (let copiedBytes = 0; copiedBytes < bytes.length; ) {
      if (!block) {
        block = isFast ? acquireBuffer() : getSlowBlock()
        filledBytes = 0
        blockDue = Promise.withResolvers()
        timer = setTimeout(blockDue.resolve, WAIT_MS, true)
      }
      const part = bytes.subarray(copiedBytes, copiedBytes + block.length - filledBytes)
      block.set(part, filledBytes)
      filledBytes += part.length
      copiedBytes += part.length
      if (filledBytes === block.length) await flush()
    }
  }

  try {
    for (;;) {
      const nextChunk = chunks.next()
      if (block && (await Promise.race([blockDue.promise, isPending(nextChunk)]))) await flush()
      const { done, value } = await nextChunk
      if (done) break
      await add(value)
    }
  } catch (error) {
    await flush()
    // Not awaited: the source may be waiting for bytes that never arrive.
    chunks.return?.().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
  await flush()
}

/** Resolves with false as soon as the promise is settled. */
const isPending = (promise: Promise<unknown>): Promise<false> =>
  promise.then(
    () => false,
    () => false,
  )
