import { sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import { findRow, listColumns } from '../../../platform/db/rows.ts'
import type { PhotosTable } from '../tables.ts'

/** Finds the next account with photos, by id; the first one after null. */
export async function findAccountAfter(db: Reader, accountId: string | null): Promise<string | undefined> {
  const row = await db
    .selectFrom('photos')
    .select('account_id')
    .where('account_id', '>', accountId ?? '')
    .orderBy('account_id')
    .limit(1)
    .modifyEnd(acrossAccounts('an operator compares the originals of all accounts with the blobs'))
    .executeTakeFirst()
  return row?.account_id
}

/** Lists the columns that the keys of an account's originals consist of, without those of erased photos. */
export function listOriginals(db: Reader, accountId: string) {
  const columns = ['account_id', 'photo_id', 'sha256'] as const
  return listColumns(db, 'photos', { account_id: accountId, erased_at: null }, columns, 'photo_id')
}

/** Selects up to `count` originals of photos that are not erased, at random. */
export const sampleOriginals = (db: Reader, count: number) =>
  db
    .selectFrom('photos')
    .select(['account_id', 'photo_id', 'sha256', 'size'])
    .where('erased_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(count)
    .modifyEnd(acrossAccounts('the drill of the restore compares a sample of all originals'))
    .execute()

/** Whether the photo is there and not erased. */
export async function isPhotoStored(
  db: Reader,
  { account_id, photo_id }: Pick<PhotosTable, 'account_id' | 'photo_id'>,
): Promise<boolean> {
  const row = await findRow(db, 'photos', { account_id, photo_id, erased_at: null }, ['photo_id'])
  return row !== undefined
}
