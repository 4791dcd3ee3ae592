import { sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'

/** Gets the id of this database; sets it to `id` when it has none. */
export async function getDatabaseId(db: Reader, id: string, now: Date): Promise<string> {
  await db
    .insertInto('blob_store')
    .values({ database_id: id, created_at: now })
    .onConflict(oc => oc.column('only_row').doNothing())
    .execute()
  const row = await db.selectFrom('blob_store').select('database_id').executeTakeFirstOrThrow()
  return row.database_id
}

/** 0 before the first clean-up. */
export async function getMark(db: Reader): Promise<number> {
  const row = await db.selectFrom('blob_store').select('mark').executeTakeFirst()
  return row?.mark ?? 0
}

export async function incrementMark(db: Reader): Promise<void> {
  await db
    .updateTable('blob_store')
    .set(eb => ({ mark: eb('mark', '+', 1) }))
    .execute()
}

export async function setBlobStoreAdopted(db: Reader, by: string, now: Date): Promise<void> {
  await db.updateTable('blob_store').set({ adopted_at: now, adopted_by: by }).execute()
}

export async function hasAnyPhoto(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select('photo_id')
    .limit(1)
    .modifyEnd(acrossAccounts('a database with photos does not adopt another blob store at start'))
    .executeTakeFirst()
  return row !== undefined
}

/** Filters photos to those that have a row, in any state. One lookup in the primary key each. */
export async function listExistingPhotos(
  db: Reader,
  photos: readonly { accountId: string; photoId: string }[],
): Promise<{ account_id: string; photo_id: string }[]> {
  const accountIds = photos.map(photo => photo.accountId)
  const photoIds = photos.map(photo => photo.photoId)
  const { rows } = await sql<{ account_id: string; photo_id: string }>`
    select photos.account_id, photos.photo_id
    from unnest(${accountIds}::text[], ${photoIds}::uuid[]) as requested (account_id, photo_id)
    join photos on photos.account_id = requested.account_id and photos.photo_id = requested.photo_id`.execute(
    db,
  )
  return rows
}
