import * as z from 'zod/mini'
import { normalizeEmail } from './email-address.ts'
import type { FieldIssue } from './field-issues.ts'
import { recipientEmail } from './recipient-email.ts'

/** Creates the schema of the new e-mail address of an account: a valid one; 'conflict' for the present one. */
export const newEmail = (present: string) =>
  recipientEmail.check(
    z.refine(email => normalizeEmail(email) !== normalizeEmail(present), 'conflict' satisfies FieldIssue),
  )
