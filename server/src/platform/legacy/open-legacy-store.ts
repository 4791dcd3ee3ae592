import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { BlobMissingError } from '../blobs/blobs.ts'
import { isFileMissing } from '../blobs/durable-files.ts'
import { createFileStream } from '../blobs/file-stream.ts'
import type { LegacyLocation } from '../config/config.ts'
import type { LegacyStore } from './legacy-store.ts'

/** Opens the store at this location without checking that it exists. */
export async function openLegacyStore(location: LegacyLocation): Promise<LegacyStore> {
  if ('folder' in location) return createFolderLegacyStore(location.folder)
  // Loaded on demand: a folder does not need the memory of the S3 client.
  const { createS3LegacyStore } = await import('./s3-legacy-store.ts')
  return createS3LegacyStore(location.s3, location.prefix)
}

/**
 * Creates the legacy store as a local or mounted folder. Symbolic links below the root count as missing, and reading
 * one fails, because they may lead out of it.
 */
function createFolderLegacyStore(root: string): LegacyStore {
  const resolvePath = (path: string) => join(root, ...path.split('/'))
  async function* readFile(path: string, size: number): AsyncGenerator<Buffer> {
    if (await hasLink(root, path)) throw new BlobMissingError(`There is no ${path}: it is a symbolic link`)
    yield* createFileStream(resolvePath(path), path, { start: 0, end: size - 1 })
  }
  return {
    async stat(path) {
      try {
        const stats = await fs.stat(resolvePath(path))
        if (await hasLink(root, path)) return null
        return stats.isFile() ? { size: stats.size } : null
      } catch (error) {
        if (!isFileMissing(error) && !isNotDirectory(error)) throw error
        // A missing root is an error of the store, not a missing file.
        await fs.access(root)
        return null
      }
    },
    async get(path) {
      return (await this.stat(path)) && (await fs.readFile(resolvePath(path)))
    },
    read: (path, size) => Readable.from(readFile(path, size), { objectMode: false }),
    close: () => undefined,
  }
}

/** Whether the path or a folder of it below the root is a symbolic link; false for a missing path. */
async function hasLink(root: string, path: string): Promise<boolean> {
  const names = path.split('/')
  for (let depth = 1; depth <= names.length; depth++)
    try {
      if ((await fs.lstat(join(root, ...names.slice(0, depth)))).isSymbolicLink()) return true
    } catch (error) {
      if (isFileMissing(error) || isNotDirectory(error)) return false
      throw error
    }
  return false
}

/** Returns true when a parent of the path is a file (ENOTDIR). */
const isNotDirectory = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOTDIR'
