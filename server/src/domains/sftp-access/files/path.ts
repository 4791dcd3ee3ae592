import { posix } from 'node:path'
import { SftpError } from './sftp-error.ts'

const MAX_LENGTH = 1024

/**
 * Splits a path into its segments from the root; '..' never leaves the root, and relative paths start there. Paths are never
 * passed to a file system. Throws SftpError for an invalid path.
 */
export function splitPath(path: string): string[] {
  if (path.length > MAX_LENGTH || path.includes('\0')) throw new SftpError('NO_SUCH_FILE', 'No such file')
  return posix
    .normalize(`/${path}`)
    .split('/')
    .filter(part => part !== '')
}

export const joinPath = (parts: readonly string[]): string => `/${parts.join('/')}`
