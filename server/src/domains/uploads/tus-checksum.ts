import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { Failure } from '../../http/failure.ts'

/** Algorithms of the checksum extension (tus 1.0), as Tus-Checksum-Algorithm announces them. */
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'crc32'] as const

/** The checksum that a request declares for its bytes. */
export interface RequestChecksum {
  /** Passes the bytes through and computes their checksum. */
  tap(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Whether the bytes passed through so far have the declared checksum. */
  matches(): boolean
}

interface Digest {
  update(bytes: Uint8Array): void
  digest(): Buffer
}

/** Parses Upload-Checksum, an algorithm and the digest in base64; null without one. 400 for any other text. */
export function parseChecksum(headers: IncomingHttpHeaders): RequestChecksum | null {
  const header = headers['upload-checksum']?.toString()
  if (header === undefined) return null
  const [algorithm, base64 = '', ...rest] = header.split(' ')
  const digest = DIGEST_FACTORIES[algorithm as keyof typeof DIGEST_FACTORIES]?.()
  const expected = Buffer.from(base64, 'base64')
  const length = DIGEST_BYTES[algorithm as keyof typeof DIGEST_BYTES]
  if (!digest || rest.length > 0 || expected.length !== length || expected.toString('base64') !== base64)
    throw new Failure('bad-request', `Upload-Checksum must be one of ${CHECKSUM_ALGORITHMS} and its base64`, {
      fields: { 'Upload-Checksum': 'not-valid' },
    })
  return {
    async *tap(bytes) {
      for await (const chunk of bytes) {
        digest.update(chunk)
        yield chunk
      }
    },
    matches: () => digest.digest().equals(expected),
  }
}

/** The failure of a checksum mismatch, with the status that tus defines. */
export class ChecksumMismatch extends Failure {
  constructor() {
    super('bad-request', 'The bytes do not have the checksum of the request', {
      fields: { reason: 'checksum-mismatch' },
    })
  }

  override get status(): number {
    return 460
  }
}

/**
 * Parses the SHA-256 of the whole file, in hex or base64, to lower-case hex; null without one, 400 for any other text.
 */
export function parseFileHash(value: string | undefined): string | null {
  if (value === undefined) return null
  if (/^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length !== DIGEST_BYTES.sha256 || bytes.toString('base64') !== value)
    throw new Failure('bad-request', 'sha256 must be the digest in hex or base64', {
      fields: { sha256: 'not-valid' },
    })
  return bytes.toString('hex')
}

type Algorithm = (typeof CHECKSUM_ALGORITHMS)[number]

const DIGEST_BYTES: Record<Algorithm, number> = { sha1: 20, sha256: 32, crc32: 4 }

const DIGEST_FACTORIES: Record<Algorithm, () => Digest> = {
  sha1: () => createHash('sha1'),
  sha256: () => createHash('sha256'),
  crc32: createCrc32Digest,
}

/** CRC-32 with its digest in network byte order. */
function createCrc32Digest(): Digest {
  let value = 0
  return {
    update(bytes) {
      value = crc32(bytes, value)
    },
    digest() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    },
  }
}
