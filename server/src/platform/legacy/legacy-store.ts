import type { Readable } from 'node:stream'

/**
 * The retailer's old store, which is only read. Paths are parts between slashes, none of them '.' or '..', below its
 * root. Whatever says nothing about a single file (no such folder or bucket, no answer, no permission for the whole) is
 * thrown by every call.
 */
export interface LegacyStore {
  /** Size of a file, or null when there is no such file. */
  stat(path: string): Promise<{ size: number } | null>
  /** The whole file in memory, for small ones; null when there is none. */
  get(path: string): Promise<Uint8Array | null>
  /** The first `size` bytes. The stream fails when the file is missing, shorter, or cannot be read. */
  read(path: string, size: number): Readable
  close(): void
}
