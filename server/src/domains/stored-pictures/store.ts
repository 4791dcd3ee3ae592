import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { deleteRowsReturning, lessThan, notEqual, updateRows, upsertRow } from '../../platform/db/rows.ts'
import { selectOpenAccounts } from '../customers/index.ts'
import type { StoredPicturesTable } from './tables.ts'

export type PictureRow = Selectable<StoredPicturesTable>

/** Account id of anonymous pictures, which are uploaded before sign-in. */
export const ANONYMOUS = ''

const selectStoredPictures = (db: Reader) =>
  db
    .selectFrom('stored_pictures')
    .selectAll()
    .where('stored_at', 'is not', null)
    .where('discarded_at', 'is', null)

/** Lists the account's stored pictures among these ids. */
export async function listPictures(
  db: Reader,
  accountId: string,
  pictureIds: readonly string[],
): Promise<PictureRow[]> {
  if (pictureIds.length === 0) return []
  return selectStoredPictures(db)
    .where('account_id', '=', accountId)
    .where('picture_id', 'in', pictureIds)
    .execute()
}

/** Finds the stored picture, unless its account is closed. */
export function findServedPicture(db: Reader, pictureId: string): Promise<PictureRow | undefined> {
  return selectStoredPictures(db)
    .where('picture_id', '=', pictureId)
    .where(eb =>
      eb.or([
        eb('account_id', '=', ANONYMOUS),
        eb('account_id', 'in', selectOpenAccounts(db).select('account_directory.account_id')),
      ]),
    )
    .executeTakeFirst()
}

/** Returns false when the row was deleted because its account has been erased since. */
export async function markStored(tx: Tx, pictureId: string, storedAt: Date): Promise<boolean> {
  return (await updateRows(tx.db, 'stored_pictures', { picture_id: pictureId }, { stored_at: storedAt })) > 0
}

export async function upsertUse(tx: Tx, accountId: string, usedBy: string, pictureId: string): Promise<void> {
  const row = { account_id: accountId, used_by: usedBy, picture_id: pictureId }
  await upsertRow(tx.db, 'stored_picture_uses', ['account_id', 'used_by'], row)
}

/** Deletes the picture uses of an object, except of the picture `except`; returns the ids of their pictures. */
export async function deleteUses(
  tx: Tx,
  accountId: string,
  usedBy: string,
  except: string | undefined,
): Promise<string[]> {
  const others = except === undefined ? {} : { picture_id: notEqual(except) }
  const key = { account_id: accountId, used_by: usedBy, ...others }
  const deletedUses = await deleteRowsReturning(tx.db, 'stored_picture_uses', key)
  return deletedUses.map(row => row.picture_id)
}

/** Marks the account's pictures among these ids as discarded, unless they are in use. */
export async function discardUnusedPictures(
  tx: Tx,
  accountId: string,
  pictureIds: readonly string[],
  now: Date,
): Promise<void> {
  if (pictureIds.length === 0) return
  await discardUnused(tx, now)
    .where('account_id', '=', accountId)
    .where('picture_id', 'in', pictureIds)
    .execute()
}

/** Marks pictures as discarded: unused ones created before `createdBefore`, incomplete ones before `unstoredBefore`. */
export async function discardStalePictures(
  tx: Tx,
  now: Date,
  { createdBefore, unstoredBefore }: { createdBefore: Date; unstoredBefore: Date },
): Promise<void> {
  await discardUnused(tx, now).where('created_at', '<', createdBefore).execute()
  await updateRows(
    tx.db,
    'stored_pictures',
    { stored_at: null, created_at: lessThan(unstoredBefore) },
    { discarded_at: now },
  )
}

const discardUnused = (tx: Tx, now: Date) =>
  tx.db
    .updateTable('stored_pictures')
    .set({ discarded_at: now })
    .where('discarded_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stored_picture_uses')
            .select('used_by')
            .whereRef('stored_picture_uses.picture_id', '=', 'stored_pictures.picture_id')
            .whereRef('stored_picture_uses.account_id', '=', 'stored_pictures.account_id'),
        ),
      ),
    )
