import type { Reader, Tx } from '../../../context.ts'
import { listRows, lockRows } from '../../../platform/db/rows.ts'
import { type PhotoRow, selectPhotosById } from './photos.ts'

/** Locks photos of these ids, in the library or in the bin. Erased and foreign ids are missing. */
export async function lockPhotos(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<PhotoRow[]> {
  return lockRows(tx, 'photos', { account_id: accountId, photo_id: photoIds, erased_at: null }, 'photo_id')
}

/** Locks the account's next photos by id in any state. */
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

/** Locks photos with these hashes, in the library or in the bin. */
export async function lockPhotosByHash(
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
): Promise<PhotoRow[]> {
  return lockRows(tx, 'photos', { account_id: accountId, sha256: hashes, erased_at: null }, 'photo_id')
}

/** Finds photos with these hashes, in the library or in the bin. */
export async function findPhotosByHash(
  db: Reader,
  accountId: string,
  hashes: readonly string[],
): Promise<PhotoRow[]> {
  return listRows(db, 'photos', { account_id: accountId, sha256: hashes, erased_at: null })
}

/**
 * Locks photos of the library for share, so that none can be deleted before the transaction ends; returns their ids.
 */
export async function lockPhotosForShare(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await selectForShare(tx, accountId, photoIds)
  return rows.filter(row => row.deleted_at === null).map(row => row.photo_id)
}

/** Like lockPhotosForShare, including photos in the bin, which stay there; photos being erased are missing. */
export async function lockStoredPhotosForShare(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const rows = await selectForShare(tx, accountId, photoIds)
  return rows.filter(row => row.erased_at === null).map(row => row.photo_id)
}

/** Filters by key only: with a condition on deleted_at a database without statistics reads the whole library. */
const selectForShare = (tx: Tx, accountId: string, photoIds: readonly string[]) =>
  selectPhotosById(tx.db, accountId, photoIds)
    .select(['photo_id', 'deleted_at', 'erased_at'])
    .orderBy('photo_id')
    .forShare()
    .execute()
