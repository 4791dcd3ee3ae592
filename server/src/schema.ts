import type { ColumnType, RawBuilder } from 'kysely'

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
  library_moves: LibraryMovesTable
  activations: ActivationsTable
  import_files: ImportFilesTable
  import_albums: ImportAlbumsTable
  albums: AlbumsTable
  album_photos: AlbumPhotosTable
  album_counts: AlbumCountsTable
  shared_album_members: SharedAlbumMembersTable
  shared_albums_ended: SharedAlbumsEndedTable
  uploads: UploadsTable
  upload_sessions: UploadSessionsTable
  downloads: DownloadsTable
  temp_selections: TempSelectionsTable
  orders: OrdersTable
  retention_notices: RetentionNoticesTable
  retention_departures: RetentionDeparturesTable
  retention_guards: RetentionGuardsTable
  retention_journal: RetentionJournalTable
  photo_holds: PhotoHoldsTable
  exports: ExportsTable
  export_chunks: ExportChunksTable
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
  /** Set by customer care (OP-01). */
  delayed_deletion_at: NullableInstant
  /** Where the retention itself moved the deletion date to; never earlier than without it. */
  moved_deletion_at: NullableInstant
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

/** Count, size and cover are kept in the transaction of every change and cover only photos that are not in the bin. */
export interface AlbumsTable {
  account_id: string
  album_id: string
  name: string
  /** What the list is sorted by when sorted by name: without case and accents, numbers by their value. */
  name_sort: string
  /** Shared with others; its id is unique among shared albums of all accounts. */
  shared: boolean
  photos: ColumnType<number, number | undefined, number>
  size: ColumnType<string, number | undefined, number>
  /** The chosen one while it is there, else the photo with the lowest position. */
  cover_photo_id: string | null
  chosen_cover_id: string | null
  next_position: ColumnType<number, number | undefined, number>
  created_at: Instant
  updated_at: Instant
}

/** A photo in an album. It keeps its row and its position while it is in the bin, so that it can come back there. */
export interface AlbumPhotosTable {
  account_id: string
  album_id: string
  /** Whose library the photo is in: the album's own account, unless the album is shared. */
  owner_id: string
  photo_id: string
  /** Order of arrival; never given twice in one album. */
  position: number
  added_at: Instant
  /** Copies of what the photo says, for keys of pages; they never change. */
  taken_sort: string
  taken_unknown: boolean
  size: ColumnType<string, number | string, never>
  in_bin: boolean
}

/** Albums per account, kept with every album that comes or goes; no row is none. */
export interface AlbumCountsTable {
  account_id: string
  albums: number
}

/** Participants of shared albums; the owner is not among them. */
export interface SharedAlbumMembersTable {
  /** The album's owner. */
  account_id: string
  album_id: string
  member_id: string
  joined_at: Instant
  /** Who left stays known, so that an import that is repeated does not bring them back. */
  left_at: NullableInstant
}

/** Shared albums their owners have deleted: no import brings them back. */
export interface SharedAlbumsEndedTable {
  account_id: string
  album_id: string
  ended_at: Instant
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

/** Photos chosen for the prints editor, frozen in the order in which it shows them. */
export interface TempSelectionsTable {
  account_id: string
  selection_id: string
  /** What the caller called the request; a repeated one finds its selection by it. */
  request_id: string | null
  /** Of what was asked for, so that one request id stands for one request. */
  request_hash: string
  photo_ids: string[]
  /** Origin the customer was on. */
  origin: string
  created_at: Instant
  expires_at: Instant
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

/** Orders as the retailer sent them; `body` is the whole of it. */
export interface OrdersTable {
  account_id: string
  code: string
  created_at: Instant
  state: string
  body: Json<Record<string, unknown>>
  received_at: Instant
  updated_at: Instant
}

/** One reminder of one deadline. 'sending' is also where a process may have died: nobody knows then. */
export interface RetentionNoticesTable {
  account_id: string
  deadline: Instant
  days_before: number
  state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed' | 'withdrawn'
  due_at: Instant
  tried_at: NullableInstant
  sent_at: NullableInstant
}

/** A library that left at its deadline, until it is back or erased. Days are the brand's, 'YYYY-MM-DD'. */
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
  /** What left with it, and what of that came back or was erased at its end. */
  photos: ColumnType<number, number | undefined, number>
  bytes: ColumnType<string, number | string | undefined, number | string>
  returned: ColumnType<number, number | undefined, number>
  erased: ColumnType<number, number | undefined, number>
}

/** A run that was stopped because too many would lose photos, and how many an operator let go. */
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

/** Whose originals must stay: of photos that were in the library at `held_at`, deleted since or not. */
export interface PhotoHoldsTable {
  account_id: string
  hold_id: string
  held_at: Instant
  /** Null while whoever holds does not know yet. */
  ends_at: NullableInstant
}

export interface ExportsTable {
  account_id: string
  backup_id: string
  state: 'requested' | 'in-progress' | 'ready' | 'failed'
  /** As asked; the mail wears its brand. */
  channel: string
  /** Origin the customer was on when asking; the mail leads back there. */
  origin: string
  photos: ColumnType<number, number | undefined, number>
  /** The export holds what was in the library at this instant. */
  created_at: Instant
  updated_at: Instant
  /** Of a ready one: `updated_at` and 7 days. */
  expires_at: NullableInstant
  mailed_at: NullableInstant
}

/** One frozen zip. */
export interface ExportChunksTable {
  account_id: string
  backup_id: string
  iteration: number
  size: ColumnType<string, number | string, never>
  photos: number
  /** 'YYYY-MM' of its first and last photo with a date. */
  from_month: string | null
  to_month: string | null
  /** Length and CRC-32 of the two manifests, which are made anew for every transfer. */
  json_size: number
  json_crc32: ColumnType<string, number | string, never>
  csv_size: number
  csv_crc32: ColumnType<string, number | string, never>
  last: boolean
  /** Its photos in the order of the zip. */
  entries: Json<ExportEntry[]>
}

export interface ExportEntry {
  name: string
  size: number
  crc32: number
  sha256: string
  photoId: string
  /** Wall clock 'YYYY-MM-DDTHH:mm:ss'. */
  taken: string | null
  albums: string[]
}
