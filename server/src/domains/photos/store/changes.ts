import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import type { PhotosTable } from '../tables.ts'
import type { PassedTurn } from './ingests.ts'
import { currentGeneration } from './library-moves.ts'
import type { PhotoRow } from './photos.ts'

/** Inserts a photo with the current generation of its library. */
export async function insertPhoto(tx: Tx, photo: Omit<Insertable<PhotosTable>, 'turn'>): Promise<void> {
  await tx.db
    .insertInto('photos')
    .values({ ...photo, turn: currentGeneration(photo.account_id) })
    .execute()
}

/** Records that photos were moved to the bin or restored. `generation` defaults to the current one of the library. */
export async function updateBinState(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
  to: { deletedAt: Date | null; expiredAt: Date | null; generation?: number | undefined },
): Promise<void> {
  await tx.db
    .updateTable('photos')
    .set({
      deleted_at: to.deletedAt,
      expired_at: to.expiredAt,
      turn: to.generation ?? currentGeneration(accountId),
    })
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
}

/** The columns that ingest sets. */
export type IngestedPhoto = Pick<PhotoRow, 'width' | 'height' | 'placeholder' | 'variants'>

/** Marks a photo as ready and ends its ingest; undefined when the photo is being erased or no longer exists. */
export async function markPhotoReady(
  tx: Tx,
  { account_id, photo_id }: Pick<PhotoRow, 'account_id' | 'photo_id'>,
  { variants, ...ingested }: IngestedPhoto,
): Promise<{ passed: PassedTurn | undefined } | undefined> {
  const row = await tx.db
    .with('ready', db =>
      db
        .updateTable('photos')
        .set({ ...ingested, state: 'ready', variants: JSON.stringify(variants) })
        .where('account_id', '=', account_id)
        .where('photo_id', '=', photo_id)
        .where('erased_at', 'is', null)
        .returning('photo_id'),
    )
    .with('ended', db =>
      db
        .deleteFrom('photo_ingests')
        .where('account_id', '=', account_id)
        .where('photo_id', '=', photo_id)
        .returning(['photo_id', 'lane', 'turn']),
    )
    .selectFrom('ready')
    .leftJoin('ended', 'ended.photo_id', 'ready.photo_id')
    .select(['ended.lane', 'ended.turn'])
    .executeTakeFirst()
  if (!row) return undefined
  const { lane, turn } = row
  return { passed: lane === null || turn === null ? undefined : { lane, turn } }
}

export const markPhotoFailed = (tx: Tx, photo: Pick<PhotoRow, 'account_id' | 'photo_id'>) =>
  setPhotoState(tx, photo, 'failed')

export const markPhotoProcessing = (tx: Tx, photo: Pick<PhotoRow, 'account_id' | 'photo_id'>) =>
  setPhotoState(tx, photo, 'processing')

async function setPhotoState(
  tx: Tx,
  { account_id, photo_id }: Pick<PhotoRow, 'account_id' | 'photo_id'>,
  state: PhotoRow['state'],
): Promise<void> {
  await tx.db
    .updateTable('photos')
    .set({ state })
    .where('account_id', '=', account_id)
    .where('photo_id', '=', photo_id)
    .execute()
}
