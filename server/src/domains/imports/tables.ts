import type { ColumnType } from 'kysely'
import type { AccountColumns, Json, NullableInstant } from '../../schema.ts'

export interface ImportTables {
  import_files: ImportFilesTable
  import_albums: ImportAlbumsTable
}

declare module '../../schema.ts' {
  interface Schema extends ImportTables {}
}

export const importTables: AccountColumns<ImportTables> = {
  import_files: ['account_id'],
  import_albums: ['account_id'],
}

/** A file of an old library. Once it has a photo it is never looked at again, whatever becomes of the photo. */
export interface ImportFilesTable {
  account_id: string
  /** Its place in the order of the index. */
  n: number
  /** Below the library's folder; empty for an entry nobody can read. */
  file: string
  file_name: string
  /** As the index states them. */
  sha256: string | null
  taken_at: string | null
  taken_offset: number | null
  state: 'waiting' | 'added' | 'already-there' | 'refused'
  reason: string | null
  /** The latest attempt's. */
  upload_id: string | null
  photo_id: string | null
  /** The run that settled it. */
  run: ColumnType<number, number | undefined, number>
}

/** An album of an old library. `album_id` is chosen before it is made, so that making can be repeated. */
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
  /** The last run whose photos came into it; 0: it was not made yet. */
  run: ColumnType<number, number | undefined, number>
}
