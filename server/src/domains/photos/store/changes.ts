import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { updateLastUpload } from '../../customers/index.ts'
import type { IngestLane, PhotosTable } from '../tables.ts'
import {
  insertFacts,
  type PhotoOfFacts,
  type PictureFacts,
  updateFactsInLibrary,
  updatePictureFacts,
} from './facts.ts'
import { type CompletedTurn, selectNextTurn } from './ingests.ts'
import { selectCurrentGeneration } from './library-moves.ts'
import type { PhotoRow } from './photos.ts'

/**
 * Inserts a new photo with the current generation of its library, and updates facts, month summary, storage usage and
 * ingest queue; returns the turn of the ingest. Photo and last upload are a statement of their own, because a trigger at its
 * end locks the version of the library, which every other change of photos locks before months and bytes. The turn
 * must be read after that lock, or two photos of an account could get the same one.
 */
export async function insertPhoto(
  tx: Tx,
  photo: Omit<Insertable<PhotosTable>, 'turn'>,
  lane: IngestLane,
  { hasPosition, town }: Pick<PhotoOfFacts, 'hasPosition' | 'town'> = {},
): Promise<number> {
  const values = Object.entries(photo).filter(([, value]) => value !== undefined)
  const columns = values.map(([column]) => column as keyof PhotosTable)
  // SELECT instead of VALUES, in which a cluster reads no table.
  await tx.db
    .with('customer', () => updateLastUpload(tx.db, photo.account_id, photo.created_at))
    .insertInto('photos')
    .columns([...columns, 'turn'])
    .expression(
      sql`select ${sql.join(values.map(([, value]) => value))}, ${selectCurrentGeneration(photo.account_id)}`,
    )
    .execute()
  return insertFactsCountsAndIngest(tx, { ...photo, hasPosition, town }, lane)
}

/**
 * One statement whose parts read from each other, so that rows are locked in the same order as by other transactions.
 */
async function insertFactsCountsAndIngest(
  tx: Tx,
  photo: Omit<Insertable<PhotosTable>, 'turn'> & Pick<PhotoOfFacts, 'hasPosition' | 'town'>,
  lane: IngestLane,
): Promise<number> {
  const { account_id, photo_id, created_month, taken_month } = photo
  const { rows } = await sql<{ turn: number }>`
    with ${insertFacts(photo)}, months as (
      insert into month_counts (account_id, group_by, month, photos)
      values (${account_id}, 'created', ${created_month}, 1), (${account_id}, 'dateTaken', ${taken_month}, 1)
      on conflict (account_id, group_by, month) do update set photos = month_counts.photos + excluded.photos
      returning month
    ), bytes as (
      insert into storage_usage (account_id, stored_bytes)
      select ${account_id}::text, ${photo.size}::bigint from (select count(*) from months) as counted
      on conflict (account_id) do update set stored_bytes = storage_usage.stored_bytes + excluded.stored_bytes
      returning account_id
    )
    insert into photo_ingests (account_id, photo_id, lane, turn, requested_at)
    select ${account_id}::text, ${photo_id}::uuid, ${lane}::text, ${selectNextTurn(account_id, lane)}, ${photo.created_at}::timestamptz
    from (select count(*) from bytes) as stored
    returning turn`.execute(tx.db)
  return rows[0]!.turn
}

/** Records that photos were moved to the bin or restored. `generation` defaults to the current one of the library. */
export async function updateBinState(
  tx: Tx,
  accountId: string,
  photoIds: readonly string[],
  to: { deletedAt: Date | null; expiredAt: Date | null; generation?: number | undefined },
): Promise<void> {
  await tx.db
    .with('facts', () => updateFactsInLibrary(tx, accountId, photoIds, to.deletedAt === null))
    .updateTable('photos')
    .set({
      deleted_at: to.deletedAt,
      expired_at: to.expiredAt,
      erase_entry: null,
      turn: to.generation ?? selectCurrentGeneration(accountId),
    })
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`photo_id = any(${photoIds}::uuid[])`)
    .execute()
}

/** The columns that ingest sets. */
export type IngestedPhoto = Pick<PhotoRow, 'width' | 'height' | 'placeholder' | 'variants'> & {
  facts?: PictureFacts | undefined
}

/** Marks a photo as ready and ends its ingest; undefined when the photo is being erased or no longer exists. */
export async function markPhotoReady(
  tx: Tx,
  { account_id, photo_id }: Pick<PhotoRow, 'account_id' | 'photo_id'>,
  { variants, facts, ...ingested }: IngestedPhoto,
): Promise<{ completedTurn: CompletedTurn | undefined } | undefined> {
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
    .with('facts', () =>
      updatePictureFacts(tx, { account_id, photo_id }, ingested, facts)
        // Locked after the photo, as all other transactions do.
        .where(sql<SqlBool>`exists (select 1 from ready)`),
    )
    .with('ended', db =>
      db
        .deleteFrom('photo_ingests')
        .where('account_id', '=', account_id)
        .where('photo_id', '=', photo_id)
        // Locked after the photo, as an erasure does.
        .where(sql<SqlBool>`(select count(*) from ready) >= 0`)
        .returning(['photo_id', 'lane', 'turn']),
    )
    .selectFrom('ready')
    .leftJoin('ended', 'ended.photo_id', 'ready.photo_id')
    .select(['ended.lane', 'ended.turn'])
    .executeTakeFirst()
  if (!row) return undefined
  const { lane, turn } = row
  return { completedTurn: lane === null || turn === null ? undefined : { lane, turn } }
}

/** Sets the state of a photo. */
export async function setPhotoState(
  tx: Tx,
  { account_id, photo_id }: Pick<PhotoRow, 'account_id' | 'photo_id'>,
  state: PhotoRow['state'],
): Promise<void> {
  await updateRows(tx.db, 'photos', { account_id, photo_id }, { state })
}
