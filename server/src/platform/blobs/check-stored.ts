import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { BlobDamagedError, type ReceivedBytes } from './blobs.ts'
import { acquireBuffer, releaseBuffer } from './buffer-pool.ts'

/** Reads stored bytes to the end; throws a BlobDamagedError unless they are exactly the received ones. */
export async function checkStored(
  bytes: AsyncIterable<Uint8Array>,
  label: string,
  { size, sha256 }: ReceivedBytes,
): Promise<void> {
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    length += chunk.length
  }
  if (length !== size) throw new BlobDamagedError(`${label} has ${length} bytes, ${size} were received`)
  if (hash.digest('hex') !== sha256) throw new BlobDamagedError(`${label} does not read as it was received`)
}

/**
 * Reads a file of `size` bytes from its start. Each chunk is valid until the next one is requested, because all chunks
 * share one buffer.
 */
export async function* readChunks(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const memory = acquireBuffer()
  try {
    for (let position = 0; position < size; ) {
      const { bytesRead } = await file.read(memory, 0, memory.length, position)
      if (bytesRead === 0) return
      yield memory.subarray(0, bytesRead)
      position += bytesRead
    }
  } finally {
    releaseBuffer(memory)
  }
}
