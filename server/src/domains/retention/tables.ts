import type { ColumnType } from 'kysely'
import { type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const retentionTables = {
  retention_notices: local<RetentionNoticesTable>('account_id'),
  retention_departures: local<RetentionDeparturesTable>('account_id'),
  retention_guards: local<RetentionGuardsTable>(),
  retention_journal: local<RetentionJournalTable>('account_id'),
  retention_mail_rates: local<RetentionMailRatesTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof retentionTables> {}
}

/** One reminder of one deadline. A reminder stays 'sending' when its process crashed: delivery is unknown. */
export interface RetentionNoticesTable {
  account_id: string
  deadline: Instant
  days_before: number
  state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed' | 'withdrawn'
  due_at: Instant
  /** The latest attempt. */
  tried_at: NullableInstant
  sent_at: NullableInstant
  /** The brand whose rate it counts for. */
  brand_id: string
}

/** When a reminder of a brand was last claimed; one row per brand, locked while one is claimed. */
export interface RetentionMailRatesTable {
  brand_id: string
  claimed_at: Instant
}

/** Expirations. Days are those of the brand's calendar, 'YYYY-MM-DD'. */
export interface RetentionDeparturesTable {
  account_id: string
  departure_id: string
  brand_id: string
  deadline: Instant
  state: 'leaving' | 'left' | 'returning' | 'returned' | 'erasing' | 'erased'
  left_at: Instant
  left_on: string
  erase_at: Instant
  erasing_on: string | null
  ended_at: NullableInstant
  /** Number of expired photos and their bytes, and how many of the photos were restored or erased. */
  photos: ColumnType<number, number | undefined, number>
  bytes: ColumnType<string, number | string | undefined, number | string>
  returned: ColumnType<number, number | undefined, number>
  erased: ColumnType<number, number | undefined, number>
}

/** Runs that the guard held because too many customers would lose photos, and the number that an operator confirmed. */
export interface RetentionGuardsTable {
  brand_id: string
  phase: 'leave' | 'erase'
  day: string
  due: number
  customers: number
  held_at: Instant
  confirmed: number | null
  confirmed_at: NullableInstant
  confirmed_by: string | null
}

export interface RetentionJournalTable {
  entry_id: ColumnType<string, never, never>
  at: Instant
  as_of: Instant
  event: string
  rule: string
  actor: string
  brand_id: string | null
  account_id: string | null
  deadline: NullableInstant
  photos: number | null
  bytes: ColumnType<string | null, number | string | null | undefined, never>
  note: string | null
}
