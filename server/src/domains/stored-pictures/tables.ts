import { type Instant, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const storedPictureTables = {
  stored_picture_uses: local<StoredPictureUsesTable>('account_id'),
  stored_pictures: local<StoredPicturesTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof storedPictureTables> {}
}

export interface StoredPicturesTable {
  picture_id: string
  /** '' for an anonymous picture, uploaded before sign-in. */
  account_id: string
  content_type: 'image/jpeg' | 'image/png'
  sha256: string
  size: number
  created_at: Instant
  /** Null until the bytes are stored. */
  stored_at: NullableInstant
  /** Set when the picture is no longer in use; its bytes are removed next. */
  discarded_at: NullableInstant
}

/** Objects that display a picture, such as a project; the picture may arrive later. */
export interface StoredPictureUsesTable {
  account_id: string
  /** Kind and id, as in 'project:7'. */
  used_by: string
  picture_id: string
}
