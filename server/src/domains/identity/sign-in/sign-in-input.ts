import { z } from 'zod'
import type { FieldIssue } from '#contract/input/field-issues.ts'
import { PASSWORD_MIN } from './passwords.ts'

/** An e-mail address as typed; issues 'empty' or 'not-valid'. */
const email = z.string().min(1).pipe(z.email().max(254))

/** A new password; issues 'empty' or 'too-short'. Its length is counted in code points. */
const newPassword = z
  .string()
  .min(1)
  .refine(password => [...password].length >= PASSWORD_MIN, { error: 'too-short' satisfies FieldIssue })

/** The forms of the sign-in pages. Validation names every invalid field. */
export const signInInput = z.object({ email, password: z.string().min(1) })
export const signUpInput = z.object({ email, password: newPassword })
export const forgotPasswordInput = z.object({ email })
export const newPasswordInput = z.object({ password: newPassword })
