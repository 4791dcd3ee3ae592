import { createHash, type Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../platform/limit-entries.ts'

export interface Checksums {
  sha256: string
  crc32: number
}

/** Running SHA-256 and CRC-32 of the first `length` bytes of a file. */
interface RunningChecksums {
  length: number
  sha: Hash
  crc: number
}

export type ChecksumTracker = ReturnType<typeof createChecksumTracker>

const MAX_ACTIVE_UPLOADS = 10_000

/**
 * Computes checksums while the bytes stream in. The state of a hash cannot be stored: after a restart, or when another
 * process received the first bytes, the file must be read again at the end.
 */
export function createChecksumTracker() {
  const checksumsByUpload = new LRUCache<string, RunningChecksums>(limitEntries(MAX_ACTIVE_UPLOADS))
  return {
    /** Passes bytes through; hashes them if they continue the bytes hashed so far. */
    async *tap(id: string, offset: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const storedChecksums = offset === 0 ? createEmptyChecksums() : checksumsByUpload.get(id)
      const checksums = storedChecksums?.length === offset ? storedChecksums : null
      if (checksums) checksumsByUpload.set(id, checksums)
      else checksumsByUpload.delete(id)
      for await (const chunk of bytes) {
        if (checksums) update(checksums, chunk)
        yield chunk
      }
    },
    /** Removes and returns the checksums of an upload; null unless exactly `length` bytes were hashed. */
    finish(id: string, length: number): Checksums | null {
      const checksums = checksumsByUpload.get(id)
      checksumsByUpload.delete(id)
      return checksums?.length === length ? digest(checksums) : null
    },
    delete: (id: string) => checksumsByUpload.delete(id),
  }
}

export async function computeChecksums(bytes: AsyncIterable<Uint8Array>): Promise<Checksums> {
  const checksums = createEmptyChecksums()
  for await (const chunk of bytes) update(checksums, chunk)
  return digest(checksums)
}

const createEmptyChecksums = (): RunningChecksums => ({ length: 0, sha: createHash('sha256'), crc: 0 })

function update(checksums: RunningChecksums, chunk: Uint8Array): void {
  checksums.length += chunk.length
  checksums.sha.update(chunk)
  checksums.crc = crc32(chunk, checksums.crc)
}

const digest = ({ sha, crc }: RunningChecksums): Checksums => ({ sha256: sha.digest('hex'), crc32: crc })
