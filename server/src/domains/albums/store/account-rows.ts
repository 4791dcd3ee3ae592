import { sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import { type AccountRows, selectAccountRows } from '#server/platform/db/account-rows.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import { listValues } from '../../../platform/db/rows.ts'
import { albumTables } from '../tables.ts'
import type { AlbumKey } from './albums.ts'

const ACROSS_ACCOUNTS = acrossAccounts(
  'an account that is closed or erased has photos in shared albums of others',
)

/** Selects the rows of an account, with its photos in albums of others. */
export const getAccountRowsSql = (accountId: string): AccountRows => ({
  ...selectAccountRows(albumTables, accountId),
  album_photos: sql`from album_photos where account_id = ${accountId} or owner_id = ${accountId} ${ACROSS_ACCOUNTS}`,
})

/** Lists ids of the shared albums that the account owns. */
export function listSharedAlbumIds(db: Reader, accountId: string): Promise<string[]> {
  return listValues(db, 'albums', { account_id: accountId, shared: true }, 'album_id')
}

/** Lists albums of other owners that contain photos of the account, in a fixed order. */
export function listAlbumsOfOthers(db: Reader, ownerId: string): Promise<AlbumKey[]> {
  return db
    .selectFrom('album_photos')
    .select(['account_id', 'album_id'])
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('account_id', '!=', ownerId)
    .orderBy('account_id')
    .orderBy('album_id')
    .modifyEnd(ACROSS_ACCOUNTS)
    .execute()
}
