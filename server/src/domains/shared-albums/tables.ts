import { directory, type Instant, type NullableInstant, type TableDeclarations } from '../../schema.ts'

export interface SharedAlbumTables {
  shared_album_members: SharedAlbumMembersTable
  shared_albums_ended: SharedAlbumsEndedTable
}

declare module '../../schema.ts' {
  interface Schema extends SharedAlbumTables {}
}

export const sharedAlbumTables: TableDeclarations<SharedAlbumTables> = {
  shared_album_members: directory('account_id', 'member_id'),
  shared_albums_ended: directory('account_id'),
}

/** Participants of shared albums; the owner is not among them. */
export interface SharedAlbumMembersTable {
  /** The album's owner. */
  account_id: string
  album_id: string
  member_id: string
  joined_at: Instant
  /** Members who left keep their row, so that a repeated import does not add them again. */
  left_at: NullableInstant
}

/** Shared albums that their owners deleted: an import does not create them again. */
export interface SharedAlbumsEndedTable {
  account_id: string
  album_id: string
  ended_at: Instant
}
