import type { ColumnType, Generated, RawBuilder } from 'kysely'
import {
  distributed,
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  reference,
  type TablesOf,
} from '../../schema.ts'

export const photoTables = {
  photo_holds: distributed<PhotoHoldsTable>('account_id'),
  photo_ingests: distributed<PhotoIngestsTable>('account_id'),
  month_counts: distributed<MonthCountsTable>('account_id'),
  library_moves: distributed<LibraryMovesTable>('account_id'),
  erased_photos: distributed<ErasedPhotosTable>('account_id'),
  orphan_blobs: distributed<OrphanBlobsTable>('account_id'),
  storage_usage: distributed<StorageUsageTable>('account_id'),
  photo_facts: distributed<PhotoFactsTable>('account_id'),
  account_cameras: distributed<AccountCamerasTable>('account_id'),
  facts_backfills: distributed<FactsBackfillsTable>('account_id'),
  library_versions: distributed<LibraryVersionsTable>('account_id'),
  photos: distributed<PhotosTable>('account_id'),
  ingest_lanes: reference<IngestLanesTable>(),
  blob_store: local<BlobStoreTable>(),
  blob_sweeps: local<BlobSweepsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof photoTables> {}
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
  /** Local date-time, as the driver's text 'YYYY-MM-DD HH:mm:ss'; null when the picture has no date. */
  taken_at: string | null
  taken_offset: number | null
  /** Where the date comes from. */
  taken_source: ColumnType<TakenSource, TakenSource | undefined>
  /** How exact it is: 'month' has its first day at 00:00, 'year' 1 January. */
  taken_precision: ColumnType<TakenPrecision, TakenPrecision | undefined>
  /** The date as it was read from the file, a companion or the name; null until the date is changed for the first time. */
  file_taken: ColumnType<FileTaken | null, string | null | undefined, string | null>
  /** From a companion, at most 200 characters. */
  title: ColumnType<string | null, string | null | undefined>
  /** The folder that it was dropped with, at most 200 characters: for suggestions of dates only. */
  folder: ColumnType<string | null, string | null | undefined>
  /** When its file was last changed, local date-time of the device that it was added from; null for unknown and for defaults of formats. */
  file_modified_at: ColumnType<string | null, string | null | undefined>
  /** Sort value: taken_at with a fraction of a second that orders photos of one second, else the upload instant at UTC. */
  taken_sort: string
  /** True when the photo belongs to 'Unknown Date'. */
  taken_unknown: boolean
  /** yyyymm of taken_sort, 197001 when unknown and 197000 in January 1970; of created_at in UTC. */
  taken_month: number
  created_month: number
  created_at: Instant
  state: 'processing' | 'ready' | 'failed'
  width: number
  height: number
  placeholder: string | null
  /** Variants made so far. */
  variants: Json<StoredVariant[]>
  camera: NullableJson<Record<string, unknown>>
  deleted_at: NullableInstant
  /** Equal to deleted_at for an expired photo: one that an expiration moved to the bin. */
  expired_at: NullableInstant
  erased_at: NullableInstant
  /** The entry of the journal with which it is erased, unless that is undone before. */
  erase_entry: ColumnType<string | null, string | null | undefined>
  /**
   * Generation of the library in which the photo was last added, deleted or restored. Even: the generation of the library
   * move that moved it. Odd: changed individually, one more than the generation of the latest requested move.
   */
  turn: ColumnType<number, number | RawBuilder<number> | undefined, number | RawBuilder<number>>
}

/** 'companion': a file beside it, or the index of an import. 'gps': the time of its position. 'changed': when its file was last saved. */
export type TakenSource = 'file' | 'companion' | 'gps' | 'name' | 'changed' | 'customer'

export type TakenPrecision = 'second' | 'day' | 'month' | 'year'

/** Date of a photo before customers changed it. */
export interface FileTaken {
  /** Local date-time 'YYYY-MM-DD HH:mm:ss'; null when there is none. */
  at: string | null
  /** Minutes. */
  offset: number | null
  /** Fraction of a second of the sort value, in microseconds. */
  fraction: number
  source: Exclude<TakenSource, 'customer'>
  precision: TakenPrecision
}

export interface StoredVariant {
  id: 300 | 800 | 1300
  width: number
  height: number
  size: number
}

/** Photos per month, updated in the transaction of every change; 'dateTaken' counts taken_month, 'created' created_month. */
export interface MonthCountsTable {
  account_id: string
  group_by: 'dateTaken' | 'created'
  month: number
  photos: number
}

/** The latest library move, to the bin or back; one row per account. Generation 0: none was ever requested. */
export interface LibraryMovesTable {
  account_id: string
  move_id: string
  /** Generation of the library: even, two more with each move. */
  turn: number
  destination: 'bin' | 'library'
  /** The move that it undoes. */
  undoes: string | null
  /** Restricts the move to photos of this generation. */
  only_turn: number | null
  /** Estimated number of photos to move; number moved so far. */
  photos: number
  moved: number
  /** Photos up to this id have been processed. */
  passed: string | null
  state: 'running' | 'done'
  requested_at: Instant
  stepped_at: Instant
}

/** Holds on the originals of all photos that were in the library at `held_at`, even if they were deleted since. */
export interface PhotoHoldsTable {
  account_id: string
  hold_id: string
  held_at: Instant
  /** Null while the end is not known yet. */
  ends_at: NullableInstant
}

/** HEIC and the other formats have a lane each; imports wait until no other photo of their format waits. */
export type IngestLane = 'heic' | 'heic-import' | 'jpeg-png' | 'jpeg-png-import'

/** Photos whose variants do not exist yet. */
export interface PhotoIngestsTable {
  account_id: string
  photo_id: string
  lane: IngestLane
  /** Queue position within the lane; photos with the same turn are of different accounts. */
  turn: number
  /** How often the decoder had to be stopped at this photo. */
  stops: ColumnType<number, number | undefined, number>
  requested_at: Instant
}

/** The latest completed turn of each lane. */
export interface IngestLanesTable {
  lane: IngestLane
  turn: number
}

/** The id of this database, which the label of the blob store repeats. One row. */
export interface BlobStoreTable {
  only_row: Generated<boolean>
  database_id: string
  created_at: Instant
  adopted_at: NullableInstant
  adopted_by: string | null
  /**
   * Incremented by each clean-up and repeated by the label: a database with a lower number was restored from a backup.
   */
  mark: Generated<number>
}

/** Searches for blobs without a photo. Rows are never deleted: they are the journal. */
export interface BlobSweepsTable {
  sweep_id: Generated<number>
  /** 'held': too many blobs would be removed, an operator has to confirm it. */
  state: 'listing' | 'held' | 'removing' | 'done'
  started_at: Instant
  finished_at: NullableInstant
  /** Accounts up to this one are listed. */
  passed: string | null
  /** Number of listed blobs, of blobs to be removed, and of removed ones. */
  blobs: ColumnType<string, string | undefined, string>
  due: Generated<number>
  removed: Generated<number>
  confirmed_at: NullableInstant
  confirmed_by: string | null
}

/** Blobs that had no photo when they were last listed. Removed when a later sweep sees them again. */
export interface OrphanBlobsTable {
  account_id: string
  blob_key: string
  found_at: Instant
  /** The latest sweep that listed it. */
  seen_in: number
}

/** Tombstones of erased photos, so that a repeated deletion counts as done. */
export interface ErasedPhotosTable {
  account_id: string
  photo_id: string
  erased_at: Instant
}

/** Bytes of the account's originals that are not erased, updated in the transaction of every change. */
export interface StorageUsageTable {
  account_id: string
  stored_bytes: ColumnType<string, number | string, number | string | RawBuilder<string>>
}

/** Renewed by triggers with every statement that changes photos of the account; a version is never used twice. */
export interface LibraryVersionsTable {
  account_id: string
  version: ColumnType<string, never, never>
}

/**
 * What search, grouping and suggestions read: one row per photo that is not being erased, written in the transaction that
 * writes the photo. Null: not computed yet, or not possible.
 */
export interface PhotoFactsTable {
  account_id: string
  photo_id: string
  taken_sort: string
  taken_unknown: boolean
  taken_precision: TakenPrecision
  taken_month: number
  created_at: Instant
  /** False in the bin. */
  in_library: boolean
  /** Of account_cameras; 0 when the account has too many of them, null when the file names none. */
  camera_id: number | null
  place_id: number | null
  country: string | null
  has_position: boolean | null
  /** The customer removed its place: it gets none again. */
  place_removed: ColumnType<boolean, boolean | undefined>
  content_type: PhotosTable['content_type']
  width: number
  height: number
  /** File name and title as `normalizePhotoName` writes them. */
  name_norm: string
  /** Perceptual hash of 64 bits; null also for flat pictures. */
  hash: ColumnType<string | null, string | null | undefined, string | null>
  /** Mean colours of 4×4 fields, three bytes each. */
  colours: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  sharpness: number | null
  /** Share of almost black, and of almost white pixels. */
  dark: number | null
  light: number | null
  kind: PictureKind | null
  /** Of the rules by which the picture was read; 0 before it was. */
  facts_version: ColumnType<number, number | undefined, number>
}

export type PictureKind = 'photo' | 'screenshot' | 'document'

/** The cameras of an account's photos. */
export interface AccountCamerasTable {
  account_id: string
  camera_id: number
  /** Empty when the file does not say it. */
  make: string
  model: string
  label: string
}

/** How far the pictures of an account's photos are read by the rules of a version of facts; one row per account. */
export interface FactsBackfillsTable {
  account_id: string
  facts_version: number
  /** Photos up to this id have been processed. */
  passed: string | null
  /** Number of them, and of all photos when it began. */
  photos: number
  total: number
  done: boolean
  /** When photos were last read. */
  stepped_at: Instant
}
