import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import type { PhotoRow } from './photos.ts'

/** Rows of these ids, locked, in the library or in the bin; ids that are erased or foreign are missing. */
export async function lockPhotos(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('photo_id', 'in', [...photoIds])
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .forUpdate()
    .execute()
}

/** The account's next photos by id, locked, wherever they are. */
export async function lockNextPhotos(tx: Tx, accountId: string, after: string | null, limit: number) {
  return tx.db
    .selectFrom('photos')
    .select(['photo_id', 'taken_month', 'created_month', 'deleted_at', 'erased_at', 'turn'])
    .where('account_id', '=', accountId)
    .$if(after !== null, q => q.where('photo_id', '>', after!))
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Photos with these bytes, locked, in the library or in the bin. */
export async function lockPhotosByHash(
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
): Promise<PhotoRow[]> {
  if (hashes.length === 0) return []
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sha256', 'in', [...hashes])
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .forUpdate()
    .execute()
}

/** Of these ids the photos in the library, locked (shared) so that none leaves it before the transaction ends. */
export async function lockPhotosForShare(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await pinned(tx, accountId, photoIds)
  return rows.filter(row => row.deleted_at === null).map(row => row.photo_id)
}

/** Like lockPhotosForShare with those in the bin, which cannot leave it either; what is being erased is not among them. */
export async function lockStoredPhotosForShare(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await pinned(tx, accountId, photoIds)
  return rows.filter(row => row.erased_at === null).map(row => row.photo_id)
}

/** Found by key alone: asked for live ones only, a database without statistics reads the whole library. */
const pinned = (tx: Tx, accountId: string, photoIds: readonly string[]) =>
  tx.db
    .selectFrom('photos')
    .select(['photo_id', 'deleted_at', 'erased_at'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .orderBy('photo_id')
    .forShare()
    .execute()
