import { z } from 'zod'
import { newPassword } from '#contract/input/password.ts'
import { recipientEmail as email } from '#contract/input/recipient-email.ts'

/** The forms of the sign-in pages. Validation names every invalid field. */
export const signInInput = z.object({ email, password: z.string().min(1) })
export const mailRequestInput = z.object({ email })
export const newPasswordInput = z.object({ password: newPassword() })
