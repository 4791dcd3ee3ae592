import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { atMost, deleteRows, greaterThan, listFirstRows } from '../../platform/db/rows.ts'
import type { ProductFilesTable } from './tables.ts'

export type ProductFileRow = Selectable<ProductFilesTable>

/** Deletes the record of a blob, so that a file may reference it; false if its removal is due. */
export async function claimUnusedBlob(tx: Tx, blobKey: string, now: Date): Promise<boolean> {
  return (
    (await deleteRows(tx.db, 'unused_product_blobs', { blob_key: blobKey, remove_at: greaterThan(now) })) > 0
  )
}

/** Lists recorded blobs whose removal is due, the oldest first. */
export async function listRemovableBlobs(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await listFirstRows(db, 'unused_product_blobs', { remove_at: atMost(now) }, limit, 'remove_at')
  return rows.map(({ blob_key }) => blob_key)
}
