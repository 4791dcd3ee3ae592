import type { ColumnType } from 'kysely'

/*
 * Every table of the database. Keys start with the account, so engines that shard split by account.
 * Instants are timestamptz (UTC); taken_at is a wall clock without a zone and travels as a string.
 */
export interface Schema {
  customers: CustomersTable
  credentials: CredentialsTable
  oidc_records: OidcRecordsTable
  mail_tokens: MailTokensTable
  rate_counts: RateCountsTable
  photos: PhotosTable
  month_counts: MonthCountsTable
  uploads: UploadsTable
  upload_sessions: UploadSessionsTable
  downloads: DownloadsTable
}

type Instant = ColumnType<Date, Date | string, Date | string>
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface CustomersTable {
  account_id: string
  /** Lower case; unique among accounts that are not deleted. */
  email: string
  first_name: string | null
  last_name: string | null
  business: boolean
  business_status: 'Default' | 'New' | 'Active' | 'Blocked' | null
  brand_id: string
  locale: string
  registered_at: Instant
  last_uploaded_at: NullableInstant
  last_order_at: NullableInstant
  delayed_deletion_at: NullableInstant
  deleted_at: NullableInstant
}

export interface CredentialsTable {
  account_id: string
  password_hash: string
  email_verified_at: NullableInstant
  changed_at: Instant
}

/** Storage of the embedded OpenID Connect provider: one row per record of its adapter. */
export interface OidcRecordsTable {
  kind: string
  id: string
  account_id: string | null
  grant_id: string | null
  uid: string | null
  user_code: string | null
  payload: Json<Record<string, unknown>>
  expires_at: NullableInstant
  consumed_at: NullableInstant
}

/** One-time links sent by mail; only a hash of the token is kept. */
export interface MailTokensTable {
  account_id: string
  token_hash: string
  purpose: string
  payload: NullableJson<Record<string, unknown>>
  created_at: Instant
  expires_at: Instant
  used_at: NullableInstant
}

/** Counters of the rate limits, shared by all processes; a row per key and window. */
export interface RateCountsTable {
  key: string
  window_start: Instant
  count: number
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
  erased_at: NullableInstant
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

export interface DownloadsTable {
  account_id: string
  download_id: string
  name: string | null
  state: 'requested' | 'in-progress' | 'ready' | 'failed'
  /** As asked: [{photoId, ownerId}]. */
  photos: Json<{ photoId: string; ownerId: string }[]>
  /** The frozen zip: entries in order, once in progress. */
  manifest: NullableJson<DownloadEntry[]>
  size: ColumnType<string | null, number | string | null | undefined, number | string | null>
  created_at: Instant
  expires_at: Instant
}

export interface DownloadEntry {
  name: string
  size: number
  crc32: number
  modified: string | null
  blobKey: string
}
