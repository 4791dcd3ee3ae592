import * as z from 'zod/mini'
import { normalizeEmail } from './email-address.ts'
import type { FieldIssue } from './field-issues.ts'
import { isStorableText } from './text.ts'

/** Least and most characters of a new password, in code points (NIST SP 800-63B requires 8 and to allow 64). */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200

/**
 * Creates the schema of a new password; issues 'empty', 'too-short', 'too-long', and 'conflict' for the account's own e-mail
 * address. Text that no form can send again is 'not-valid'. Sign-in accepts any length.
 */
export const newPassword = (email?: string) =>
  z.string().check(
    z.minLength(1, { abort: true }),
    z.refine(isStorableText, { abort: true }),
    z.refine(password => [...password].length >= PASSWORD_MIN, 'too-short' satisfies FieldIssue),
    z.refine(password => [...password].length <= PASSWORD_MAX, 'too-long' satisfies FieldIssue),
    z.refine(
      password => email === undefined || normalizeEmail(password) !== normalizeEmail(email),
      'conflict' satisfies FieldIssue,
    ),
  )
