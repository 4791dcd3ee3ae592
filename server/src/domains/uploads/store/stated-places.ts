import type { Reader, Tx } from '../../../context.ts'
import { findRow, notNull, updateRows } from '../../../platform/db/rows.ts'
import type { UploadKey } from './uploads.ts'

/** Finds the town that the companion of an upload states. */
export async function findStatedPlaceId(
  db: Reader,
  { account_id, upload_id }: UploadKey,
): Promise<number | null> {
  const row = await findRow(db, 'uploads', { account_id, upload_id }, ['stated_place_id'])
  return row?.stated_place_id ?? null
}

/** Deletes the towns that companions of an account's uploads state. */
export async function deleteStatedPlaces(tx: Tx, accountId: string): Promise<void> {
  const key = { account_id: accountId, stated_place_id: notNull }
  await updateRows(tx.db, 'uploads', key, { stated_place_id: null })
}
