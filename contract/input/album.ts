import * as z from 'zod/mini'
import type { FieldIssue } from './field-issues.ts'
import { hasVisibleCharacter, isStorableText } from './text.ts'

export const ALBUM_NAME_MAX = 255

/**
 * The name of an album: no whitespace at the start, none of '<', '>', ';' and no control
 * characters, at least one visible character, at most ALBUM_NAME_MAX characters. Spaces at the end are removed. Refused
 * as 'empty', 'too-long' or 'not-valid'.
 */
export const albumName = z.string().check(
  z.minLength(1, { error: 'empty' satisfies FieldIssue, abort: true }),
  z.overwrite(name => name.trimEnd()),
  z.refine(name => [...name].length <= ALBUM_NAME_MAX, {
    error: 'too-long' satisfies FieldIssue,
    abort: true,
  }),
  // The commands that import albums print it.
  z.refine(isAlbumName, { error: 'not-valid' satisfies FieldIssue }),
)

/** The fields of an album that a customer enters, shared by the calls that create and rename one. */
export const albumDetails = z.object({ name: albumName })

function isAlbumName(name: string) {
  return /^[^\s<>;\p{Cc}][^<>;\p{Cc}]*$/u.test(name) && isStorableText(name) && hasVisibleCharacter(name)
}
