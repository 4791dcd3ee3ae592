import { statfs } from 'node:fs/promises'
import { StorageFullError } from './blobs.ts'

/** A part of a disk that new uploads may not use, so that deleting and reading work while it is full. */
export interface DiskReserve {
  /** Throws StorageFullError when `bytes` more would use the reserve. */
  check(bytes: number): Promise<void>
}

/** The embedded database writes two segments of 16 MB to its log before it can reuse one. */
const MIN_RESERVE_BYTES = 32 * 1024 * 1024

/** Reserves `percent` of the disk that `folder` is on, at least 32 MB; nothing for 0. The folder must exist. */
export function diskReserve(folder: string, percent: number): DiskReserve {
  if (percent === 0) return { check: async () => undefined }
  return {
    async check(bytes) {
      const { bavail, blocks, bsize } = await statfs(folder)
      const reserve = Math.max(MIN_RESERVE_BYTES, (blocks * bsize * percent) / 100)
      if (bavail * bsize - bytes < reserve)
        throw new StorageFullError(`The disk has ${bavail * bsize} bytes left, ${reserve} are reserved`)
    },
  }
}
