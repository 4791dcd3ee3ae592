import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { BlobDamagedError } from '../../platform/blobs/blobs.ts'

/**
 * Throws BlobDamagedError if the checksum of the stored original is not that of the upload. Called when a picture cannot
 * be decoded, so that a damaged blob is not reported as a broken picture.
 */
export async function verifyOriginalChecksum(
  { photo_id, sha256 }: { photo_id: string; sha256: string },
  path: string,
): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256)
    throw new BlobDamagedError(`The original of photo ${photo_id} does not read as it was received`)
}
