import { SftpError } from '../files/sftp-error.ts'

/** Suffixes of result files; they follow the name of the order file. */
export const ERROR_SUFFIX = '.error.txt'
export const ORDERED_SUFFIX = '.ordered.txt'

/**
 * Letters, digits, spaces and a few signs, so that every file system accepts it; no hidden file, no dot or space at the
 * end.
 */
const NAME_PATTERN = /^[\p{L}\p{N}_(][\p{L}\p{M}\p{N} ._()-]{0,99}$/u

/** Throws SftpError for a name, normalised as by `splitPath`, that no file may have. */
export function checkFileName(name: string): void {
  if (!NAME_PATTERN.test(name) || /[. ]$/.test(name) || getSourceFileName(name) !== undefined)
    throw new SftpError('PERMISSION_DENIED', 'This name is not possible')
}

/** Returns the name of the order file to which a result file belongs; undefined for other files. */
export function getSourceFileName(name: string): string | undefined {
  const suffix = [ERROR_SUFFIX, ORDERED_SUFFIX].find(ending => name.endsWith(ending))
  return suffix && name.slice(0, -suffix.length)
}

/**
 * Returns whether a complete file of that name is an order; some clients upload under another name first and rename it.
 */
export const isOrderFileName = (name: string): boolean => /\.json$/i.test(name)
