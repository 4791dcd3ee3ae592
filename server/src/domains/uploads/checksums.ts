import { createHash, type Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** SHA-256 and CRC-32 of a file so far. */
export interface Running {
  length: number
  sha: Hash
  crc: number
}

export interface Checksums {
  sha256: string
  crc32: number
}

const ACTIVE_UPLOADS = 10_000

/**
 * Checksums are taken while the bytes stream in. A hash cannot be stored, so after a restart, or when another process took
 * the first bytes, the file is read again at the end.
 */
export function runningChecksums() {
  const running = new LRUCache<string, Running>({ max: ACTIVE_UPLOADS })
  return {
    /** Passes bytes through and counts them in, if they continue what was counted so far. */
    async *tap(id: string, offset: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const sums = offset === 0 ? startChecksums() : running.get(id)
      const counting = sums && sums.length === offset ? sums : null
      if (counting) running.set(id, counting)
      else running.delete(id)
      for await (const chunk of bytes) {
        if (counting) add(counting, chunk)
        yield chunk
      }
    },
    /** The sums when exactly these bytes were counted, else null. */
    take(id: string, length: number): Checksums | null {
      const sums = running.get(id)
      running.delete(id)
      return sums && sums.length === length ? finish(sums) : null
    },
    drop: (id: string) => running.delete(id),
  }
}

/** Checksums of a stream that is there already. */
export async function computeChecksums(bytes: AsyncIterable<Uint8Array>): Promise<Checksums> {
  const sums = startChecksums()
  for await (const chunk of bytes) add(sums, chunk)
  return finish(sums)
}

const startChecksums = (): Running => ({ length: 0, sha: createHash('sha256'), crc: 0 })

function add(sums: Running, chunk: Uint8Array): void {
  sums.length += chunk.length
  sums.sha.update(chunk)
  sums.crc = crc32(chunk, sums.crc)
}

const finish = (sums: Running): Checksums => ({ sha256: sums.sha.digest('hex'), crc32: sums.crc })
