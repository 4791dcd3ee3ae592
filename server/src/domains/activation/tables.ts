import type { ColumnType, RawBuilder } from 'kysely'
import type { AccountColumns, Instant, NullableInstant } from '../../schema.ts'

export interface ActivationTables {
  activations: ActivationsTable
}

declare module '../../schema.ts' {
  interface Schema extends ActivationTables {}
}

export const activationTables: AccountColumns<ActivationTables> = {
  activations: ['account_id'],
}

/**
 * Libraries of the retailer's old store, and what became of them here. An account without a row never had one, or has
 * nothing left there: its library is active.
 */
export interface ActivationsTable {
  account_id: string
  state: 'not-active' | 'importing' | 'active' | 'deleting'
  /** Folder below the root of the old store; no two accounts have the same. */
  source: string | null
  /** Named by its index, as far as that has been read. */
  photos: number | null
  /** Counts the starts; 0: never started. */
  run: ColumnType<number, number | undefined, number>
  /** The run whose files and albums are written down below. */
  planned_run: ColumnType<number, number | undefined, number>
  /** What became of its files so far, kept with each of them. */
  added: ColumnType<number, number | undefined, number | RawBuilder<number>>
  already_there: ColumnType<number, number | undefined, number | RawBuilder<number>>
  refused: ColumnType<number, number | undefined, number | RawBuilder<number>>
  /** Why the last run ended before all was looked at. */
  problem: string | null
  registered_at: Instant
  started_at: NullableInstant
  /** When something was last seen to go on. */
  stepped_at: NullableInstant
  ended_at: NullableInstant
}
