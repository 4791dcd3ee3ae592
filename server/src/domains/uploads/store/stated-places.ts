import type { Reader, Tx } from '../../../context.ts'
import type { UploadKey } from './uploads.ts'

/** Finds the town that the companion of an upload states. */
export async function findStatedPlaceId(db: Reader, key: UploadKey): Promise<number | null> {
  const row = await db
    .selectFrom('uploads')
    .select('stated_place_id')
    .where('account_id', '=', key.account_id)
    .where('upload_id', '=', key.upload_id)
    .executeTakeFirst()
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
