import type { ColumnType } from 'kysely'
import type { AccountColumns, Instant } from '../../schema.ts'

export interface AlbumTables {
  albums: AlbumsTable
  album_photos: AlbumPhotosTable
  album_counts: AlbumCountsTable
}

declare module '../../schema.ts' {
  interface Schema extends AlbumTables {}
}

export const albumTables: AccountColumns<AlbumTables> = {
  albums: ['account_id'],
  album_photos: ['account_id', 'owner_id'],
  album_counts: ['account_id'],
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
