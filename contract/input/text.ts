import * as z from 'zod/mini'
import type { FieldIssue } from './field-issues.ts'

/** Bounds of a text's length in UTF-16 units, after trimming. */
export interface TextLength {
  min?: number
  max: number
}

/**
 * Text in a request. Trims whitespace; refuses a text that cannot be stored (see isStorableText) as 'not-valid'.
 */
export const text = ({ min = 0, max }: TextLength) =>
  z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.refine(isStorableText))

/** Creates the schema of a name: like `text`, with at least one visible character; otherwise 'empty'. */
export const nameText = ({ max }: Pick<TextLength, 'max'>) =>
  text({ min: 1, max }).check(z.refine(hasVisibleCharacter, 'empty' satisfies FieldIssue))

/** None of '<', '>', ';' and no control characters. */
export const plainText = z.refine<string>(value => !/[<>;\p{Cc}]/u.test(value))

/** Creates the schema of a name of a person, a company or a place: like `nameText`, and plain text. */
export const plainNameText = ({ max }: Pick<TextLength, 'max'>) => nameText({ max }).check(plainText)

/**
 * Creates the schema of a name that stands in one line, also of a mail: like `nameText`, without control characters, line
 * separators, and characters that change the direction of what follows; otherwise 'not-valid'.
 */
export const lineText = ({ max }: Pick<TextLength, 'max'>) =>
  nameText({ max }).check(z.refine(value => !/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u.test(value)))

/** Whether the database accepts the text: well-formed Unicode without U+0000. */
export const isStorableText = (value: string): boolean => value.isWellFormed() && !value.includes('\0')

/** Returns the text without the characters that cannot be seen, which come along when it is copied. */
export const dropInvisible = (value: string): string =>
  value.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Whether the text has a visible character: no space, no control character, no default-ignorable one. */
export const hasVisibleCharacter = (value: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value)

/** Whether all texts in a JSON value, keys included, can be stored. */
export const isStorableJson = (value: unknown): boolean => findUnstorableTexts(value).next().done === true

/** Finds the paths of all texts in a JSON value that cannot be stored, or whose key cannot, such as 'lines.0.title'. */
export function* findUnstorableTexts(value: unknown): Generator<string> {
  // A list instead of recursion, because a body can be nested deeper than the stack.
  const remaining: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let next = remaining.pop(); next; next = remaining.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && !isStorableText(value)) yield path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, each] of Object.entries(value)) {
      const eachPath = path === '' ? key : `${path}.${key}`
      if (isStorableText(key)) remaining.push({ path: eachPath, value: each })
      else yield eachPath
    }
  }
}
