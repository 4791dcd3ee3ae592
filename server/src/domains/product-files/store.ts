import type { Selectable } from 'kysely'
import type { Tx } from '../../context.ts'
import { deleteRows, greaterThan } from '../../platform/db/rows.ts'
import type { ProductFilesTable } from './tables.ts'

export type ProductFileRow = Selectable<ProductFilesTable>

/** Deletes the record of a blob, so that a file may reference it; false if its removal is due. */
export async function claimUnusedBlob(tx: Tx, blobKey: string, now: Date): Promise<boolean> {
  return (
    (await deleteRows(tx.db, 'unused_product_blobs', { blob_key: blobKey, remove_at: greaterThan(now) })) > 0
  )
}
