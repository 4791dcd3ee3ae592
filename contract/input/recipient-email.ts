import * as z from 'zod/mini'

const EMAIL_MAX = 254

/** The address to which a mail is sent, as typed but for spaces around it. */
export const recipientEmail = z
  .string()
  .check(z.trim(), z.minLength(1, { abort: true }), z.maxLength(EMAIL_MAX), z.email())
