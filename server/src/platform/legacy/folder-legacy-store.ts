import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { isFileMissing } from '../blobs/durable-files.ts'
import { fileStream } from '../blobs/file-stream.ts'
import type { LegacyStore } from './legacy-store.ts'

/** The legacy store as a local or mounted folder. */
export function folderLegacyStore(root: string): LegacyStore {
  const pathOf = (path: string) => join(root, ...path.split('/'))
  return {
    async stat(path) {
      try {
        const stats = await fs.stat(pathOf(path))
        return stats.isFile() ? { size: stats.size } : null
      } catch (error) {
        if (!isFileMissing(error) && !isNoFolder(error)) throw error
        // A missing root is an error of the store, not a missing file.
        await fs.access(root)
        return null
      }
    },
    async get(path) {
      return (await this.stat(path)) && (await fs.readFile(pathOf(path)))
    },
    read: (path, size) => fileStream(pathOf(path), path, { start: 0, end: size - 1 }),
    close: () => undefined,
  }
}

/** True when a folder of the path is a file (ENOTDIR). */
const isNoFolder = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOTDIR'
