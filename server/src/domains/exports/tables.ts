import type { ColumnType } from 'kysely'
import {
  distributed,
  type Instant,
  type Json,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'
import type { TextFile } from '../downloads/index.ts'
import type { Sidecar } from '../photos/index.ts'

export const exportTables = {
  exports: distributed<ExportsTable>('account_id'),
  export_chunks: distributed<ExportChunksTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof exportTables> {}
}

export interface ExportsTable {
  account_id: string
  backup_id: string
  state: 'requested' | 'in-progress' | 'ready' | 'failed'
  /** The requested channel; the mail has the design of its brand. */
  channel: string
  /** Those of the library at the request; of a ready export those of its zips. */
  photos: number
  /** The export contains the library at this instant. */
  created_at: Instant
  updated_at: Instant
  /** 7 days after `updated_at` for a ready export, else null. */
  expires_at: NullableInstant
  mailed_at: NullableInstant
}

export interface ExportChunksTable {
  account_id: string
  backup_id: string
  iteration: number
  size: ColumnType<string, number | string, number | string>
  photos: number
  /** 'YYYY-MM' of its first and last photo with a date. */
  from_month: string | null
  to_month: string | null
  /** Length and CRC-32 of the two manifests, which are created for every transfer. */
  json_size: number
  json_crc32: ColumnType<string, number | string>
  csv_size: number
  csv_crc32: ColumnType<string, number | string>
  last: boolean
  /** The photos in the order of the zip. */
  entries: Json<ExportEntry[]>
  /** Photos that are missing in the zip; null without missing photos. */
  unreadable: NullableJson<UnreadablePhotos>
  /** What other domains add, in the order of the zip; null in all zips but the first. */
  extra_files: NullableJson<ExtraFile[]>
}

/** A file besides the photos: a text, or a blob by its key. */
export type ExtraFile = { name: string; size: number; crc32: number } & ({ text: string } | { blob: string })

/** Photos whose originals were unreadable at the last check. */
export interface UnreadablePhotos {
  photoIds: string[]
  /** The text file that the zip contains in their place. */
  list: TextFile
}

export interface ExportEntry {
  /** Path in the zip. */
  name: string
  /** As uploaded. */
  originalName: string
  size: number
  crc32: number
  sha256: string
  photoId: string
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss'. */
  taken: string | null
  /** The time of its file in the zip, in the same form. */
  modified: string
  albums: string[]
  /** Date and title in a file beside the photo, where they are not those of its file. */
  sidecar?: Sidecar
}
