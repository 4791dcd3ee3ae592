import * as z from 'zod/mini'

/** Most characters of an e-mail address. */
export const EMAIL_MAX = 254

/** An e-mail address, as typed but for spaces around it. */
export const recipientEmail = z
  .string()
  .check(z.trim(), z.minLength(1, { abort: true }), z.maxLength(EMAIL_MAX), z.email())
