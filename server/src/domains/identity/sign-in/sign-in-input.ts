import { z } from 'zod'
import { newPassword } from '#contract/input/password.ts'

/** An e-mail address as typed; issues 'empty' or 'not-valid'. */
const email = z.string().min(1).pipe(z.email().max(254))

/** The forms of the sign-in pages. Validation names every invalid field. */
export const signInInput = z.object({ email, password: z.string().min(1) })
export const mailRequestInput = z.object({ email })
export const newPasswordInput = z.object({ password: newPassword() })
