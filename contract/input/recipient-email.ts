import * as z from 'zod/mini'
import { dropInvisible } from './text.ts'

/** Most characters of an e-mail address. */
export const EMAIL_MAX = 254

/** An e-mail address, as typed but for spaces around it and invisible characters. */
export const recipientEmail = z
  .string()
  .check(
    z.overwrite(dropInvisible),
    z.trim(),
    z.minLength(1, { abort: true }),
    z.maxLength(EMAIL_MAX),
    z.email(),
  )
