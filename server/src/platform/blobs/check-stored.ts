import { createHash } from 'node:crypto'
import { BlobDamagedError, type ReceivedBytes } from './blobs.ts'

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
