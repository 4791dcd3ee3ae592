import { directory, type Instant, type NullableInstant, type TablesOf } from '../../schema.ts'

export const sharedAlbumTables = {
  shared_album_members: directory<SharedAlbumMembersTable>('account_id', 'member_id'),
  shared_albums_ended: directory<SharedAlbumsEndedTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof sharedAlbumTables> {}
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
