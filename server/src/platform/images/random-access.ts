import { open } from 'node:fs/promises'

/** Random access to bytes. `read` returns fewer bytes than requested only at the end of the file. */
export type RandomAccess = { size: number; read(offset: number, length: number): Promise<Uint8Array> }

/** Opens a local file for ranged reads; dispose it (`await using`) to close the handle. */
export const openAccess = async (path: string): Promise<RandomAccess & AsyncDisposable> => {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    size,
    read: async (offset, length) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
      let readBytes = 0
      while (readBytes < bytes.length) {
        const { bytesRead } = await handle.read(
          bytes,
          readBytes,
          bytes.length - readBytes,
          offset + readBytes,
        )
        if (bytesRead === 0) break
        readBytes += bytesRead
      }
      return bytes.subarray(0, readBytes)
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** Creates random access to bytes in memory; the slices share their memory. */
export const createBytesAccess = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(Math.min(offset, bytes.length), offset + length),
})

/**
 * Serves small neighbouring reads from one buffered window, so that a walk over headers needs few reads.
 * The returned bytes are valid until the next call and fewer than requested only at the end of the file.
 */
export const createBufferedAccess = (file: RandomAccess, windowBytes = 65_536): RandomAccess => {
  let start = 0
  let window: Uint8Array = new Uint8Array(0)
  return {
    size: file.size,
    read: async (offset, length) => {
      const isInWindow = offset >= start && offset + length <= start + window.length
      if (!isInWindow) {
        window = await file.read(offset, Math.max(length, windowBytes))
        start = offset
      }
      return window.subarray(offset - start, offset - start + length)
    },
  }
}
