/** File systems count a name in bytes (Linux), UTF-16 units (Windows) or either (macOS): bytes are the strictest. */
const NAME_BYTES = 255

/** A name split where a suffix is inserted or the stem is cut; `extension` is empty or starts with its dot. */
export interface NameParts {
  stem: string
  extension: string
}

/**
 * Returns the last part of `requestedName` as a file name that Windows, macOS and Linux accept, in NFC, without control
 * characters or marks that turn the direction of text, not hidden, and not longer than 255 bytes. `fallback` is the
 * stem if no character of the requested one is valid.
 */
export function cleanFileName(requestedName: string, fallback: string): NameParts {
  const lastPart = splitPath(requestedName).at(-1) ?? ''
  const { stem, extension } = splitName(cleanText(lastPart).replace(/[.\s]+$/u, ''))
  const validStem = cleanStem(stem, NAME_BYTES - Buffer.byteLength(extension))
  return { stem: validStem === '' ? fallback : validStem, extension }
}

/**
 * Returns `requestedFolder` as a path whose parts are valid file names as in `cleanFileName`; empty if no part of it is
 * valid.
 */
export function cleanFolder(requestedFolder: string): string {
  return splitPath(requestedFolder)
    .map(part => cleanStem(cleanText(part), NAME_BYTES))
    .filter(part => part !== '')
    .join('/')
}

/** Cuts the stem so that stem, `suffix` and extension fit into the byte limit. */
export function fitName({ stem, extension }: NameParts, suffix: string): NameParts {
  const maxBytes = NAME_BYTES - Buffer.byteLength(extension) - Buffer.byteLength(suffix)
  return { stem: cutToBytes(stem, maxBytes), extension }
}

/**
 * Returns the same text for all names that some file system considers equal. Ignores case, composition and invisible
 * characters (HFS+ skips those). `foldName(a + b)` equals `foldName(a) + foldName(b)`.
 */
export function foldName(name: string): string {
  if (/^[ -~]*$/.test(name)) return name.toLowerCase()
  return name
    .normalize('NFD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ς', 'σ')
}

const RESERVED_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i
const BIDI_CHARACTERS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const REMOVED_CHARACTERS = new RegExp(`[\\p{Cc}\\u2028\\u2029\\ufeff\\ufffe\\uffff${BIDI_CHARACTERS}]`, 'gu')
const FORBIDDEN_CHARACTERS = /[<>:"/\\|?*]/g

function splitPath(path: string): string[] {
  return path.split(/[/\\]/).filter(part => part !== '')
}

function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(REMOVED_CHARACTERS, '')
    .normalize('NFC')
    .replace(FORBIDDEN_CHARACTERS, '_')
}

function splitName(name: string): NameParts {
  const extension = /\.[\p{L}\p{N}\p{M}_-]{1,16}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

/** Trimmed, not hidden (leading dots), no device name of Windows; empty when nothing visible is left. */
function cleanStem(stem: string, limit: number): string {
  // Cuts first: 'CON' followed by many spaces and a letter becomes the device name 'CON' when it is cut.
  const truncatedStem = cutToBytes(stem.replace(/^[.\s]+|[.\s]+$/gu, ''), limit)
  if (/^[\p{Default_Ignorable_Code_Point}\s]*$/u.test(truncatedStem)) return ''
  return RESERVED_NAME.test(truncatedStem.split('.', 1)[0]!.trimEnd())
    ? cutToBytes(`_${truncatedStem}`, limit)
    : truncatedStem
}

function cutToBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text
  const bytes = Buffer.from(text)
  let end = Math.max(0, limit)
  while (end > 0 && isContinuation(bytes[end]!)) end--
  return bytes.toString('utf8', 0, end).replace(/[.\s]+$/u, '')
}

/** Whether it is a UTF-8 continuation byte. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
