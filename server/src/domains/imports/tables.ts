import type { ColumnType } from 'kysely'
import type { DatePrecision } from '#contract/photos.ts'
import { distributed, type Json, type NullableInstant, type TablesOf } from '../../schema.ts'

export const importTables = {
  import_files: distributed<ImportFilesTable>('account_id'),
  import_albums: distributed<ImportAlbumsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof importTables> {}
}

/** A file of a legacy library. Once it has a photo it is never imported again, even when the photo is deleted. */
export interface ImportFilesTable {
  account_id: string
  /** Position in the index. */
  n: number
  /** Path in the library's folder; empty for an entry that is not valid. */
  file: string
  file_name: string
  /** From the index. */
  sha256: string | null
  taken_at: string | null
  taken_offset: number | null
  taken_precision: DatePrecision
  state: 'waiting' | 'added' | 'already-there' | 'refused'
  reason: string | null
  /** Upload of the latest attempt. */
  upload_id: string | null
  photo_id: string | null
  /** The run that recorded its outcome. */
  run: ColumnType<number, number | undefined, number>
}

/** An album of a legacy library. `album_id` is chosen in advance, so that creating the album is idempotent. */
export interface ImportAlbumsTable {
  account_id: string
  key: string
  n: number
  album_id: string
  name: string
  created_at: NullableInstant
  /** Numbers of import_files. */
  cover: number | null
  files: Json<number[]>
  /** The last run that added photos; 0: not created yet. */
  run: ColumnType<number, number | undefined, number>
}
