import type { ColumnType } from 'kysely'
import type { DatePrecision } from '#contract/photos.ts'
import type { RecordedState } from '#contract/upload-batches.ts'
import { distributed, type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const uploadTables = {
  uploads: distributed<UploadsTable>('account_id'),
  upload_batch_files: distributed<UploadBatchFilesTable>('account_id'),
  upload_sessions: local<UploadSessionsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof uploadTables> {}
}

export interface UploadsTable {
  account_id: string
  upload_id: string
  /** Id of the photo it becomes; chosen at creation, so that completion is idempotent. */
  photo_id: string
  file_name: string
  declared_type: string | null
  /** Declared by the sender, else computed after the last byte; part of the key of the original. */
  declared_sha256: string | null
  size: ColumnType<string, number | string, never>
  state: 'receiving' | 'processing' | 'added' | 'already-there' | 'restored' | 'refused'
  reason: string | null
  /** The upload session that a phone sent it through. */
  session_id: string | null
  /** The album the photo is added to, if that exists at completion. */
  album_id: ColumnType<string | null, string | null | undefined, never>
  /** From a legacy library: its variants are made with low priority. */
  imported: ColumnType<boolean, boolean | undefined, never>
  /** Local date-time and offset of the index, or of a companion. */
  stated_taken_at: ColumnType<string | null, string | null | undefined, never>
  stated_taken_offset: ColumnType<number | null, number | null | undefined, never>
  stated_taken_precision: ColumnType<DatePrecision, DatePrecision | undefined, never>
  /** Of a sidecar, which replaces a date of the file. */
  stated_corrects: ColumnType<boolean, boolean | undefined, never>
  /** When the file was last changed, local date-time, and the IANA zone of the sender's device. */
  stated_modified_at: ColumnType<string | null, string | null | undefined, never>
  stated_time_zone: ColumnType<string | null, string | null | undefined, never>
  /** From a companion, and the last folder of the path; at most 200 characters each. */
  stated_title: ColumnType<string | null, string | null | undefined, never>
  stated_folder: ColumnType<string | null, string | null | undefined, never>
  /** The town of a companion's position, while places are on and until the photo is added. */
  stated_place_id: ColumnType<number | null, number | null | undefined, null>
  /** The upload batch it belongs to, and the sender's id of the file; a phone's batch is its session. */
  batch_id: ColumnType<string | null, string | null | undefined, never>
  file_id: ColumnType<string | null, string | null | undefined, never>
  /** What it becomes instead of a photo (`defineUploadPurpose`); null of photos. */
  purpose: ColumnType<string | null, string | null | undefined, never>
  created_at: Instant
  expires_at: Instant
  finished_at: NullableInstant
  /** Fencing token of the newest lease; 0 before the first byte. */
  lease_token: ColumnType<number, never, number>
  /** Expiry of the lease; null without a holder. In the past: the holder died or failed. */
  lease_expires_at: ColumnType<Date | null, never, Date | null>
}

/** Upload sessions: a phone with the upload token may add files until the session ends. */
export interface UploadSessionsTable {
  account_id: string
  session_id: string
  /** The album its photos are added to. */
  album_id: string | null
  /** Number of uploads created and not deleted, updated with each of them. */
  files: number
  created_at: Instant
  expires_at: Instant
  opened_at: NullableInstant
  revoked_at: NullableInstant
  /** When the owner decided to keep its photos. */
  confirmed_at: NullableInstant
}

/** Files of upload batches as their sender recorded them; the upload of a file, if there is one, takes precedence. */
export interface UploadBatchFilesTable {
  account_id: string
  batch_id: string
  file_id: string
  file_name: string
  size: ColumnType<string, number | string, never>
  state: Exclude<RecordedState, 'removed'>
  reason: string | null
  photo_id: string | null
  created_at: Instant
}
