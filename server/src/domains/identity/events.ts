import { defineEvent } from '../../platform/events/events.ts'

/** The e-mail address of an account was replaced. */
export const emailChanged = defineEvent<{
  vendor: string
  from: string
  to: string
  /** Mails to `from` after this instant were not read by the account's owner. */
  trustedUntil: Date
}>('email.changed')
