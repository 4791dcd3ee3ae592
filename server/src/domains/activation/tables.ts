import type { ColumnType, RawBuilder } from 'kysely'
import { directory, distributed, type Instant, type NullableInstant, type TablesOf } from '../../schema.ts'

export const activationTables = {
  activations: distributed<ActivationsTable>('account_id'),
  activation_sources: directory<ActivationSourcesTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof activationTables> {}
}

/**
 * Legacy libraries and the state of their import. The library of an account without a row is active: it never had a
 * legacy library, or the legacy library is deleted.
 */
export interface ActivationsTable {
  account_id: string
  state: 'not-active' | 'importing' | 'active' | 'deleting'
  /** Folder below the root of the legacy store. */
  source: string | null
  /** Number of photos in its index; null until that has been read. */
  photos: number | null
  /** Number of the last import run; 0: none was started. */
  run: ColumnType<number, number | undefined, number>
  /** The run for which import_files and import_albums were planned. */
  planned_run: ColumnType<number, number | undefined, number>
  /** Files by outcome, updated in the transaction of each file. */
  added: ColumnType<number, number | undefined, number | RawBuilder<number>>
  already_there: ColumnType<number, number | undefined, number | RawBuilder<number>>
  refused: ColumnType<number, number | undefined, number | RawBuilder<number>>
  /** Why the last run ended before every file was processed. */
  problem: string | null
  registered_at: Instant
  started_at: NullableInstant
  /** Time of the last progress. */
  stepped_at: NullableInstant
  ended_at: NullableInstant
}

/** The directory of folders in the legacy store: each belongs to one account. Written with the activation's row. */
export interface ActivationSourcesTable {
  source: string
  account_id: string
}
