import { type Instant, local, type NullableInstant, type TableDeclarations } from '../../schema.ts'

export interface StoredPictureTables {
  stored_pictures: StoredPicturesTable
  stored_picture_uses: StoredPictureUsesTable
}

declare module '../../schema.ts' {
  interface Schema extends StoredPictureTables {}
}

export const storedPictureTables: TableDeclarations<StoredPictureTables> = {
  stored_pictures: local('account_id'),
  stored_picture_uses: local('account_id'),
}

export interface StoredPicturesTable {
  picture_id: string
  /** '' for a picture from before sign-in. */
  account_id: string
  content_type: 'image/jpeg' | 'image/png'
  sha256: string
  size: number
  created_at: Instant
  /** Null until the bytes are stored. */
  stored_at: NullableInstant
  /** Set when nothing shows it any more; its bytes are removed then. */
  discarded_at: NullableInstant
}

/** What shows a picture, such as a project; the picture may arrive later. */
export interface StoredPictureUsesTable {
  account_id: string
  /** Kind and id, as in 'project:7'. */
  used_by: string
  picture_id: string
}
