import type { ColumnType } from 'kysely'
import { directory, distributed, type Instant, type TablesOf } from '../../schema.ts'

export const albumTables = {
  album_photos: distributed<AlbumPhotosTable>('account_id', 'owner_id'),
  albums: distributed<AlbumsTable>('account_id'),
  album_counts: distributed<AlbumCountsTable>('account_id'),
  shared_album_owners: directory<SharedAlbumOwnersTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof albumTables> {}
}

/** Count, size and cover are updated in the transaction of every change and include only photos that the album shows. */
export interface AlbumsTable {
  account_id: string
  album_id: string
  name: string
  /** Sort key of the name: without case and accents, numbers by their value. */
  name_sort: string
  /** Shared with others. */
  shared: boolean
  photos: ColumnType<number, number | undefined, number>
  size: ColumnType<string, number | undefined, number>
  /** The chosen cover while the album shows it, else the photo with the lowest position. */
  cover_photo_id: string | null
  chosen_cover_id: string | null
  next_position: ColumnType<number, number | undefined, number>
  created_at: Instant
  updated_at: Instant
  /** When its owner deleted it: hidden until it is restored, or its days in the bin are over. Null of shared albums. */
  deleted_at: ColumnType<Date | null, undefined, Date | null>
}

/** A photo in an album. Its row and position stay while it is in the bin, so that it can be restored to them. */
export interface AlbumPhotosTable {
  account_id: string
  album_id: string
  /** Account whose library the photo is in: the album's own account, unless the album is shared. */
  owner_id: string
  photo_id: string
  /** Rank in the order in which photos were added; never reused within an album. */
  position: number
  added_at: Instant
  /** Copies of the photo's columns, for keyset pagination; they never change. */
  taken_sort: string
  taken_unknown: boolean
  size: ColumnType<string, number | string, never>
  /** In the bin of its library, or in the library of another account that is closed: the album does not show it. */
  in_bin: boolean
}

/** Albums per account, updated with every insert and delete; no row means none. */
export interface AlbumCountsTable {
  account_id: string
  albums: number
}

/** The directory of shared albums: their ids are unique among all accounts. Written with the album's row. */
export interface SharedAlbumOwnersTable {
  album_id: string
  account_id: string
}
