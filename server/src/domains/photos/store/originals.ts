import type { Reader } from '#server/context.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'

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
  return db
    .selectFrom('photos')
    .select(['account_id', 'photo_id', 'sha256'])
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .execute()
}
