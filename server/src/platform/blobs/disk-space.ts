import { statfs } from 'node:fs/promises'
import { StorageFullError } from './blobs.ts'

/** A part of a disk that uploads may not use, so that deleting and reading work while it is full. */
export interface DiskReserve {
  /** Throws StorageFullError when `bytes` more would use the reserve. */
  check(bytes: number): Promise<void>
  /** Free bytes of the disk, including the reserve, and the reserve. */
  space(): Promise<{ free: number; reserve: number }>
}

/** The embedded database writes two segments of 16 MB to its log before it can reuse one. */
const MIN_RESERVE_BYTES = 32 * 1024 * 1024

/** Reserves `percent` of the disk of `folder`, at least 32 MB; nothing for 0. The folder must exist. */
export function createDiskReserve(folder: string, percent: number): DiskReserve {
  async function space() {
    const { bavail, blocks, bsize } = await statfs(folder)
    const reserve = percent === 0 ? 0 : Math.max(MIN_RESERVE_BYTES, (blocks * bsize * percent) / 100)
    return { free: bavail * bsize, reserve }
  }
  return {
    space,
    async check(bytes) {
      if (percent === 0) return
      const { free: freeBytes, reserve } = await space()
      if (freeBytes - bytes < reserve)
        throw new StorageFullError(`The disk has ${freeBytes} bytes left, ${reserve} are reserved`)
    },
  }
}
