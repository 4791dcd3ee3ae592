import { defineJob, type JobKind } from '#server/platform/jobs/jobs.ts'

/** Mails a one-time link (mail-tokens.ts), and a second one that ends all access to the account. */
export const identityMail: JobKind<{ ticket: string; notMeTicket?: string }> = defineJob('identity-mail')

/** A mail about an event of the account's security to one address. */
export interface SecurityMail {
  accountId: string
  /** The event; of a summary, its latest. */
  eventId: string
  to: string
  /** Link that ends all access to the account; null without one. */
  notMeTicket: string | null
  /** Link of the mail's button; null for one without a token. */
  actionTicket: string | null
  /** Number of events of a summary. */
  count?: number
  /** Whether it has no link, and goes to an address that may be no address of the account any more. */
  isNotice?: boolean
}

export const securityMail: JobKind<SecurityMail> = defineJob('security-mail')

/** Mails the sign-ins on new devices that had no mail of their own in one; `summaryId` is in their entries of the journal. */
export const securitySummary: JobKind<{ accountId: string; summaryId: string }> =
  defineJob('security-summary')
