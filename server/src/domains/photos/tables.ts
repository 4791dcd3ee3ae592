import type { ColumnType, RawBuilder } from 'kysely'
import type { AccountColumns, Instant, Json, NullableInstant, NullableJson } from '../../schema.ts'

export interface PhotoTables {
  photos: PhotosTable
  month_counts: MonthCountsTable
  library_moves: LibraryMovesTable
  photo_holds: PhotoHoldsTable
}

declare module '../../schema.ts' {
  interface Schema extends PhotoTables {}
}

export const photoTables: AccountColumns<PhotoTables> = {
  photos: ['account_id'],
  month_counts: ['account_id'],
  library_moves: ['account_id'],
  photo_holds: ['account_id'],
}

export interface PhotosTable {
  account_id: string
  photo_id: string
  upload_id: string
  sha256: string
  crc32: ColumnType<string, number | string, never>
  size: ColumnType<string, number | string, never>
  content_type: 'image/jpeg' | 'image/png' | 'image/heic'
  file_name: string
  /** Wall clock as 'YYYY-MM-DD HH:mm:ss' text on the wire of the driver; null when the picture has no date. */
  taken_at: string | null
  taken_offset: number | null
  /** Sort value: taken_at, else the upload instant at UTC. */
  taken_sort: string
  /** True when the photo belongs to 'Unknown Date' (no date, or January 1970). */
  taken_unknown: boolean
  /** yyyymm of taken_sort, 197001 when unknown; of created_at in UTC. */
  taken_month: number
  created_month: number
  created_at: Instant
  state: 'processing' | 'ready' | 'failed'
  width: number
  height: number
  placeholder: string | null
  /** [{id, width, height, size}] of the sizes made so far. */
  variants: Json<StoredVariant[]>
  camera: NullableJson<Record<string, unknown>>
  deleted_at: NullableInstant
  /** Set with deleted_at when the end of the retention period took the photo from the library. */
  expired_at: NullableInstant
  erased_at: NullableInstant
  /**
   * When the photo last came, went or came back, in turns of its library: the (even) turn of the move that moved it, or
   * the odd one after the move that was asked for last.
   */
  turn: ColumnType<number, number | RawBuilder<number> | undefined, number | RawBuilder<number>>
}

export interface StoredVariant {
  id: 300 | 800 | 1300
  width: number
  height: number
  size: number
}

/** Photos per month, kept in the transaction of every change; 'dateTaken' counts taken_month, 'created' created_month. */
export interface MonthCountsTable {
  account_id: string
  group_by: 'dateTaken' | 'created'
  month: number
  photos: number
}

/** The latest move of a whole library, to the bin or back; one row per account. Turn 0: none was ever asked for. */
export interface LibraryMovesTable {
  account_id: string
  move_id: string
  /** Even, two more with each move. */
  turn: number
  destination: 'bin' | 'library'
  /** The move it takes back. */
  undoes: string | null
  /** Only photos of this turn are meant. */
  only_turn: number | null
  /** How many there are to move, as far as known; how many were moved. */
  photos: number
  moved: number
  /** Photos up to this id are done. */
  passed: string | null
  state: 'running' | 'done'
  requested_at: Instant
  stepped_at: Instant
}

/** Whose originals must stay: of photos that were in the library at `held_at`, deleted since or not. */
export interface PhotoHoldsTable {
  account_id: string
  hold_id: string
  held_at: Instant
  /** Null while whoever holds does not know yet. */
  ends_at: NullableInstant
}
