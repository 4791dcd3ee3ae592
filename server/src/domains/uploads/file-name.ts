import { hasVisibleCharacter } from '#contract/input/text.ts'

const MAX_CHARACTERS = 255
/** The name of an upload without one; the extension of its type is appended at completion. */
export const DEFAULT_FILE_NAME = 'photo'

/**
 * Returns the name under which a photo is shown and downloaded: the last segment of a path, without control
 * characters and right-to-left overrides that would disguise it, in NFC, truncated to 255 characters before its
 * extension.
 */
export function cleanFileName(path: string): string {
  const lastSegment =
    path
      .toWellFormed()
      .split(/[/\\]/)
      .findLast(part => part.trim() !== '') ?? ''
  const name = lastSegment
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .normalize('NFC')
    .trim()
  if (!hasVisibleCharacter(name) || /^\.+$/.test(name)) return DEFAULT_FILE_NAME
  if (/^\.[a-z0-9]{1,10}$/i.test(name)) return DEFAULT_FILE_NAME + name
  const characters = [...name]
  if (characters.length <= MAX_CHARACTERS) return name
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_CHARACTERS - [...extension].length).join('') + extension
}
