import { BlobsFailedError, StorageFullError } from './blobs.ts'

const FULL_DISK_CODES = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Codes of a broken, read-only or lost disk, or of exhausted resources. Codes of a wrong configuration (EACCES, ENOTDIR)
 * are not among them: a retry would not help.
 */
const FAILURE_CODES = new Set([
  'EIO',
  'EROFS',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'ESTALE',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EBUSY',
  'EAGAIN',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  // EUCLEAN, for which Node has no name.
  'Unknown system error -117',
])

/** Translates the error of a failed file operation to a typed error; returns other errors unchanged. */
export function translateDiskError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === undefined) return error
  if (FULL_DISK_CODES.has(code)) return new StorageFullError(`The disk is full (${code})`, { cause: error })
  if (FAILURE_CODES.has(code)) return new BlobsFailedError(`The disk failed (${code})`, { cause: error })
  return error
}

/** Runs file operations and translates their errors. */
export async function withDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translateDiskError(error)
  }
}
