import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './check-start.ts'
import { OtherTablesError } from './database-folder.ts'
import { StorageFullError } from './platform/blobs/blobs.ts'
import type { Config } from './platform/config/config.ts'
import { DataFolderInUseError } from './platform/db/data-lock.ts'
import { isDatabaseFull } from './platform/db/error-codes.ts'

/** The disk of the data folder is too full for a start. */
class DiskFullError extends Error {
  override name = 'DiskFullError'
}

/** The embedded engine writes segments of this size to its log; with less space it aborts without naming the reason. */
const LOG_SEGMENT_BYTES = 16 * 1024 * 1024

/** Returns the error to report for a failed start: one that names a full disk and the remedy, else `error`. */
export async function explainStartFailure(
  error: unknown,
  { dataDir, postgres }: Pick<Config, 'dataDir' | 'postgres'>,
): Promise<unknown> {
  if ([DataFolderInUseError, OtherTablesError, StartError].some(kind => error instanceof kind)) return error
  if (postgres && isDatabaseFull(error))
    return new DiskFullError('The disk of the database is full. Free space on it and start again.', {
      cause: error,
    })
  const availableBytes = await getFreeBytes(dataDir)
  const engineHasNoSpace = !postgres && availableBytes < LOG_SEGMENT_BYTES
  if (!isDiskFull(error) && !engineHasNoSpace) return error
  const megabytes = Math.floor(availableBytes / 1024 ** 2)
  return new DiskFullError(
    `The disk is full: ${megabytes} MB are left for the data folder ${dataDir}. ` +
      'Free at least 100 MB on that disk, without deleting anything in the data folder, and start again.',
    { cause: error },
  )
}

function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return error instanceof StorageFullError || code === 'ENOSPC' || code === 'EDQUOT'
}

/** Free space of the disk that a folder is or will be on. */
async function getFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const parent = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    return getFreeBytes(parent)
  }
}
