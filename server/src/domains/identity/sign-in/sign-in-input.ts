import { z } from 'zod'
import type { FieldIssue } from '#contract/input/field-issues.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'

/** An e-mail address as typed; issues 'empty' or 'not-valid'. */
const email = z.string().min(1).pipe(z.email().max(254))

/**
 * A new password; issues 'empty', 'too-short' or 'too-long'. Its length is counted in code points. Only new passwords
 * have a maximum length; sign-in accepts any length.
 */
const newPassword = z
  .string()
  .min(1)
  .refine(password => [...password].length >= PASSWORD_MIN, { error: 'too-short' satisfies FieldIssue })
  .refine(password => [...password].length <= PASSWORD_MAX, { error: 'too-long' satisfies FieldIssue })

/** The forms of the sign-in pages. Validation names every invalid field. */
export const signInInput = z.object({ email, password: z.string().min(1) })
export const mailRequestInput = z.object({ email })
export const newPasswordInput = z.object({ password: newPassword })
