import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, insertMissingRow, listColumns } from '../../../platform/db/rows.ts'

/** Finds the luminance of photos that has been read, by photo. */
export async function findLuminances(
  db: Reader,
  accountId: string,
  photoIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const key = { account_id: accountId, photo_id: photoIds }
  const rows = await listColumns(db, 'photo_luminances', key, ['photo_id', 'luminance'])
  return new Map(rows.map(({ photo_id, luminance }) => [photo_id, luminance]))
}

/** Another search may have read the same pictures. */
export async function insertLuminances(
  tx: Tx,
  accountId: string,
  luminances: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [photo_id, luminance] of luminances) {
    const row = { account_id: accountId, photo_id, luminance: Buffer.from(luminance) }
    await insertMissingRow(tx.db, 'photo_luminances', row)
  }
}

export async function deleteLuminances(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
): Promise<void> {
  await deleteRows(tx.db, 'photo_luminances', { account_id: accountId, photo_id: photoIds })
}
