import type { Generated } from 'kysely'
import { type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const mailTables = {
  sent_mails: local<SentMailsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof mailTables> {}
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
  /** What the mail server replied, at most 200 characters without addresses; null before. */
  reply: string | null
  /** Whether the account's own address has changed since. */
  to_former_address: Generated<boolean>
}
