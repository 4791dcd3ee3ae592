import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { deleteRows, listRows } from '../../platform/db/rows.ts'
import type { ProductFilesTable } from './tables.ts'

export type ProductFileRow = Selectable<ProductFilesTable>

/** Lists the account's files of a product. */
export function listProductFiles(
  db: Reader,
  accountId: string,
  productCode: string,
): Promise<ProductFileRow[]> {
  return listRows(db, 'product_files', { account_id: accountId, product_code: productCode }, 'purpose')
}

/** Lists the account's files of a purpose, newest first. */
export function listFilesOfPurpose(
  db: Reader,
  accountId: string,
  purpose: string,
): Promise<ProductFileRow[]> {
  return listRows(db, 'product_files', { account_id: accountId, purpose }, 'created_at desc', 'product_code')
}

/** Records a blob that no file references, to be removed at `remove_at`. */
export async function insertUnusedBlob(
  db: Reader,
  blob: { blob_key: string; account_id: string; remove_at: Date },
): Promise<void> {
  await db.insertInto('unused_product_blobs').values(blob).execute()
}

/** Deletes the record of a blob, so that a file may reference it; false if its removal is due. */
export async function claimUnusedBlob(tx: Tx, blobKey: string, now: Date): Promise<boolean> {
  const claimed = await tx.db
    .deleteFrom('unused_product_blobs')
    .where('blob_key', '=', blobKey)
    .where('remove_at', '>', now)
    .returning('blob_key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Lists recorded blobs whose removal is due, the oldest first. */
export async function listRemovableBlobs(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unused_product_blobs')
    .select('blob_key')
    .where('remove_at', '<=', now)
    .orderBy('remove_at')
    .limit(limit)
    .execute()
  return rows.map(({ blob_key }) => blob_key)
}

export async function deleteUnusedBlobs(db: Reader, blobKeys: readonly string[]): Promise<void> {
  await deleteRows(db, 'unused_product_blobs', { blob_key: blobKeys })
}
