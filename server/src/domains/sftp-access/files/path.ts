import { posix } from 'node:path'
import { SftpError } from './sftp-error.ts'

const MAX_LENGTH = 1024

/**
 * Splits a path into its segments from the root, in the normal form C of Unicode, because some clients send names in form D.
 * '..' never leaves the root, and relative paths start there. Paths are never passed to a file system. Throws SftpError for an
 * invalid path.
 */
export function splitPath(path: string): string[] {
  if (path.length > MAX_LENGTH) throw new SftpError('NO_SUCH_FILE', 'No such file')
  // The decoder has replaced bytes that are not UTF-8 by U+FFFD. OpenSSH has the same status for invalid arguments.
  if (/[\0\uFFFD]/.test(path)) throw new SftpError('BAD_MESSAGE', 'The name is not valid UTF-8')
  return posix
    .normalize(`/${path.normalize('NFC')}`)
    .split('/')
    .filter(part => part !== '')
}

export const joinPath = (parts: readonly string[]): string => `/${parts.join('/')}`
