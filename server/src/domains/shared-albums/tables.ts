import type { AccountColumns, Instant, NullableInstant } from '../../schema.ts'

export interface SharedAlbumTables {
  shared_album_members: SharedAlbumMembersTable
  shared_albums_ended: SharedAlbumsEndedTable
}

declare module '../../schema.ts' {
  interface Schema extends SharedAlbumTables {}
}

export const sharedAlbumTables: AccountColumns<SharedAlbumTables> = {
  shared_album_members: ['account_id', 'member_id'],
  shared_albums_ended: ['account_id'],
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
