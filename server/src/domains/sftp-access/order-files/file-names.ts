import { SftpError } from '../files/sftp-error.ts'

/** Files with these endings have the result of the file whose name is before them. */
export const ERROR_SUFFIX = '.error.txt'
export const ORDERED_SUFFIX = '.ordered.txt'

/** Letters, digits, spaces and a few signs, so that every system can store it; not hidden, not ending in a dot or space. */
const NAME = /^[\p{L}\p{N}_(][\p{L}\p{M}\p{N} ._()-]{0,99}$/u

/** The name in its stored spelling. Throws SftpError for one that a file cannot have. */
export function checkFileName(name: string): string {
  const normalized = name.normalize('NFC')
  if (!NAME.test(normalized) || /[. ]$/.test(normalized) || resultOf(normalized) !== undefined)
    throw new SftpError('PERMISSION_DENIED', 'This name is not possible')
  return normalized
}

/** The file whose result the named one has; undefined for other files. */
export function resultOf(name: string): string | undefined {
  const suffix = [ERROR_SUFFIX, ORDERED_SUFFIX].find(each => name.endsWith(each))
  return suffix && name.slice(0, -suffix.length)
}

/** Whether a complete file of that name is an order; clients send under another name first and rename it. */
export const isOrderName = (name: string): boolean => /\.json$/i.test(name)
