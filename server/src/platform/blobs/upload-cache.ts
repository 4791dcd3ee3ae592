import { LRUCache } from 'lru-cache'
import type { Part } from './s3-parts.ts'

/** The parts of an upload that the store has after an append, so that they need not be listed. */
export interface KnownUpload {
  chain: readonly Part[]
  /** True when no other parts exist, because this process has made every append since the first token. */
  isAll: boolean
}

const MAX_UPLOADS = 10_000
const MAX_WHOLE_BYTES = 32 * 1024 * 1024
const EMPTY_UPLOAD: KnownUpload = { chain: [], isAll: true }

/**
 * Caches the uploads that this process is receiving. An entry is valid for one token: a call with another token must
 * list, because another process may have stored bytes since. Complete uploads of one part are cached with their bytes,
 * in bounded memory.
 */
export function createUploadCache() {
  const uploads = new LRUCache<string, KnownUpload & { token: number }>({ max: MAX_UPLOADS })
  const bytesById = new LRUCache<string, Uint8Array>({
    maxSize: MAX_WHOLE_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  const find = (id: string, token: number | undefined) => {
    const upload = uploads.get(id)
    return upload?.token === token ? upload : undefined
  }
  function drop(id: string): void {
    uploads.delete(id)
    bytesById.delete(id)
  }
  return {
    find,
    /**
     * The parts that the append with this token continues. Tokens are consecutive: no other append is between two that
     * follow each other.
     */
    findPrevious: (id: string, token: number): KnownUpload | undefined =>
      uploads.has(id) || token > 1 ? find(id, token - 1) : EMPTY_UPLOAD,
    /** The bytes of an upload that this token completed in one part, if they are still in memory. */
    findBytes: (id: string, token: number | undefined): Uint8Array | undefined =>
      find(id, token) && bytesById.get(id),
    /**
     * `whole`: all bytes of the upload, if they are one part. Without a part of this token, a part of an older token
     * that is stored late could still change the upload: then it is known only if this process has made every append.
     */
    set(id: string, token: number, upload: KnownUpload, whole: Uint8Array | null): void {
      drop(id)
      if (!upload.isAll && upload.chain.at(-1)?.token !== token) return
      uploads.set(id, { ...upload, token })
      if (whole && whole.length > 0) bytesById.set(id, whole)
    },
    /** Removes the upload from the cache; returns what was known with this token, and its bytes like `whole`. */
    remove(id: string, token: number | undefined): (KnownUpload & { whole?: Uint8Array }) | undefined {
      const upload = find(id, token)
      const whole = bytesById.get(id)
      drop(id)
      return upload && { ...upload, whole }
    },
  }
}
