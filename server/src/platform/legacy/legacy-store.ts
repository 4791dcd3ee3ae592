import type { Readable } from 'node:stream'

/**
 * The retailer's legacy store, read only. Paths are relative to its root, separated by slashes, without parts '.' or
 * '..'. Failures of the store as a whole (missing folder or bucket, no answer, no permission) are thrown by every
 * call.
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
