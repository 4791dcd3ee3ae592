import { posix } from 'node:path'
import { SftpError } from './sftp-error.ts'

const MAX_LENGTH = 1024

/**
 * The parts of a path from the root on; '..' never leads above it, and relative paths begin there. Paths are never
 * passed to a file system. Throws SftpError for one that nothing can have.
 */
export function partsOf(path: string): string[] {
  if (path.length > MAX_LENGTH || path.includes('\0')) throw new SftpError('NO_SUCH_FILE', 'No such file')
  return posix
    .normalize(`/${path}`)
    .split('/')
    .filter(part => part !== '')
}

export const pathOf = (parts: readonly string[]): string => `/${parts.join('/')}`
