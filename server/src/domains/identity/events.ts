import { defineEvent } from '../../platform/events/events.ts'

/** The e-mail address of an account was replaced. */
export const emailChanged = defineEvent<{
  vendor: string
  from: string
  to: string
  /** Mails to `from` after this instant were not read by the account's owner. */
  trustedUntil: Date
}>('email.changed')

/**
 * Access to an account is revoked: the table of access/rules.ts decides which access of all domains ends, in the same
 * transaction.
 */
export const accessRevoked = defineEvent<{
  accountId: string
  cause: 'password-changed' | 'password-reset' | 'not-me'
  /** The session that stays signed in. */
  keepGrantId: string | null
  /** Access that the owner chose to keep. */
  keepIds: readonly string[]
}>('access.revoked')
