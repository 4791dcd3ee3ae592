import * as z from 'zod/mini'
import { normalizeEmail } from './email-address.ts'
import type { FieldIssue } from './field-issues.ts'
import { isStorableText } from './text.ts'

const EMAIL_MAX = 254

/**
 * Creates the schema of the new e-mail address of an account: a valid one; 'conflict' for the
 * present one. */
export const newEmail = (present: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, { abort: true }),
    z.maxLength(EMAIL_MAX),
    z.email(),
    z.refine(isStorableText, { error: 'not-valid' satisfies FieldIssue }),
    z.refine(email => normalizeEmail(email) !== normalizeEmail(present), {
      error: 'conflict' satisfies FieldIssue,
    }),
  )
