import type { Reader, Tx } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'
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
  await tx.db
    .updateTable('uploads')
    .set({ stated_place_id: null })
    .where('account_id', '=', accountId)
    .where('stated_place_id', 'is not', null)
    .execute()
}
