import type { ColumnType } from 'kysely'
import type { AccountColumns, Instant, NullableInstant } from '../../schema.ts'

export interface UploadTables {
  uploads: UploadsTable
  upload_sessions: UploadSessionsTable
}

declare module '../../schema.ts' {
  interface Schema extends UploadTables {}
}

export const uploadTables: AccountColumns<UploadTables> = {
  uploads: ['account_id'],
  upload_sessions: ['account_id'],
}

export interface UploadsTable {
  account_id: string
  upload_id: string
  /** The photo it becomes; chosen at creation so that finishing can be repeated. */
  photo_id: string
  file_name: string
  declared_type: string | null
  /** As the sender announced it, or as found once all bytes had arrived: where the original lies is known by it. */
  declared_sha256: string | null
  size: ColumnType<string, number | string, never>
  state: 'receiving' | 'processing' | 'added' | 'already-there' | 'restored' | 'refused'
  reason: string | null
  /** The transfer from a phone it came by. */
  session_id: string | null
  /** The album it comes into, if that still exists then. */
  album_id: ColumnType<string | null, string | null | undefined, never>
  /** From an old library: nobody waits for its sizes before those of other people's uploads. */
  imported: ColumnType<boolean, boolean | undefined, never>
  /** Wall clock and offset that count where the picture itself has no date. */
  stated_taken_at: ColumnType<string | null, string | null | undefined, never>
  stated_taken_offset: ColumnType<number | null, number | null | undefined, never>
  created_at: Instant
  expires_at: Instant
  finished_at: NullableInstant
}

/** Transfers from a phone (OP-12): whoever holds the signed id may add files until it ends. */
export interface UploadSessionsTable {
  account_id: string
  session_id: string
  /** Where its photos come, too. */
  album_id: string | null
  /** Files begun and not taken back; kept with each of them. */
  files: number
  created_at: Instant
  expires_at: Instant
  opened_at: NullableInstant
  revoked_at: NullableInstant
}
