import * as z from 'zod/mini'
import type { FieldIssue } from './field-issues.ts'
import { hasVisibleCharacter, isStorableText } from './text.ts'

/** Characters of the words of a report. */
export const COMPLAINT_TEXT_MIN = 10
export const COMPLAINT_TEXT_MAX = 2000

/** Counts a text as people do: a surrogate pair is one character. */
export const countCharacters = (value: string): number => [...value].length

/** What happened, in the customer's words. */
export const complaintText = words(COMPLAINT_TEXT_MIN)
/** A further message, or an answer. */
export const complaintMessageText = words(1)

function words(min: number) {
  return z.string().check(
    z.trim(),
    z.refine(hasVisibleCharacter, { error: 'empty' satisfies FieldIssue, abort: true }),
    z.refine(value => countCharacters(value) >= min, 'too-short' satisfies FieldIssue),
    z.refine(value => countCharacters(value) <= COMPLAINT_TEXT_MAX, 'too-long' satisfies FieldIssue),
    z.refine(isStorableText),
  )
}
