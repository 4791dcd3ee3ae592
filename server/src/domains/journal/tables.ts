import type { ActorType, JournalKind } from '#contract/journal.ts'
import {
  distributed,
  type Instant,
  type Json,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const journalTables = {
  journal: distributed<JournalTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof journalTables> {}
}

/** Values by field, as a domain stores them. */
export type Values = Readonly<Record<string, unknown>>

/** What happened in an account, by whom. Rows are added, and deleted by their age; nothing is rebuilt from them. */
export interface JournalTable {
  account_id: string
  /** UUID of version 7 of the injected clock: entries in its order are in the order of time. */
  entry_id: string
  kind: JournalKind
  at: Instant
  /** Of merged calls, the instant of the last one. */
  until: NullableInstant
  actor: ActorType
  actor_id: string | null
  device_name: string | null
  network: string | null
  /** Id of what it is about. */
  subject: string | null
  /** Number of photos. */
  total: number | null
  /** Facts of its kind; never a secret. */
  detail: Json<Record<string, string>>
  /** The changed fields with their values of before, for the undo; null after 30 days. */
  before: NullableJson<Values>
  /** The entry that this one undid. */
  undoes: string | null
  /** When it takes effect; null for at once. */
  effective_at: NullableInstant
  /** When it is deleted. */
  expires_at: Instant
}
