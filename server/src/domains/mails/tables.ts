import type { Generated } from 'kysely'
import { type Instant, local, type NullableInstant, type TableDeclarations } from '../../schema.ts'

export interface MailTables {
  sent_mails: SentMailsTable
}

declare module '../../schema.ts' {
  interface Schema extends MailTables {}
}

export const mailTables: TableDeclarations<MailTables> = {
  sent_mails: local('account_id'),
}

/** Mails that the mail server was asked to deliver for an account, without recipient and text. */
export interface SentMailsTable {
  /** Random; part of the envelope's sender address (bounce-address.ts). */
  mail_id: string
  account_id: string
  kind: string
  /** An id that the kind of mail defines; empty if it has none. */
  ref: string
  subject: string
  sent_at: Instant
  bounced_at: NullableInstant
  /** RFC 3463 code of the bounce, such as 5.1.1. */
  bounce_status: string | null
  /** Whether the account's own address has changed since. */
  to_former_address: Generated<boolean>
}
