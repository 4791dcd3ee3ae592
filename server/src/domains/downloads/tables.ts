import type { ColumnType, Generated } from 'kysely'
import type { PictureType } from '../../platform/images/index.ts'
import {
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const downloadTables = {
  downloads: local<DownloadsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof downloadTables> {}
}

export interface DownloadsTable {
  account_id: string
  download_id: string
  name: string | null
  /** The shared album whose photos it contains; null: photos of the account. */
  album_id: string | null
  state: 'requested' | 'in-progress' | 'ready' | 'failed'
  photos: Json<{ photoId: string; ownerId: string }[]>
  /** How many of them are prepared, in steps. */
  done: Generated<number>
  /** Entries of the zip in order; null until it is ready. */
  manifest: NullableJson<DownloadEntry[]>
  size: ColumnType<string | null, number | string | null | undefined, number | string | null>
  created_at: Instant
  expires_at: Instant
  /** When a client first received that it is ready or has failed, without `replay`, or asked for its address. */
  end_known_at: NullableInstant
}

export interface DownloadEntry {
  name: string
  size: number
  crc32: number
  /** Local date-time 'YYYY-MM-DDTHH:mm:ss', which is when it was taken unless the photo is undated. */
  modified: string
  isUndated?: boolean
  /** The original of the photo. */
  blobKey: string
  /** The type of an original whose personal metadata do not leave, because it is another account's. */
  strippedType?: PictureType
  /** Its position leaves all the same: the owner wanted that when the manifest was frozen. */
  keepsPosition?: boolean
  /** It could not be read when the manifest was frozen, so that its checksum is not known: zips leave it out. */
  isUnreadable?: true
  /** Date and title beside the photo in place of its bytes. */
  text?: string
}
