import { type RawBuilder, type Selectable, sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRowsReturning, listFirstRows } from '../../../platform/db/rows.ts'
import type { IngestLane, PhotoIngestsTable } from '../tables.ts'

/**
 * Selects the turn of a new ingest: one after the account's last turn, but after the latest turn that the lane has
 * completed.
 */
export const selectNextTurn = (
  accountId: string,
  lane: IngestLane,
): RawBuilder<number> => sql<number>`1 + greatest(
  (select turn from ingest_lanes where lane = ${lane}),
  (select max(turn) from photo_ingests where account_id = ${accountId} and lane = ${lane}),
  0)`

/** Inserts another ingest of a photo; returns its turn. */
export async function insertIngest(
  tx: Tx,
  ingest: { accountId: string; photoId: string; lane: IngestLane; now: Date },
): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    insert into photo_ingests (account_id, photo_id, lane, turn, requested_at)
    select ${ingest.accountId}, ${ingest.photoId}, ${ingest.lane}, ${selectNextTurn(ingest.accountId, ingest.lane)},
      ${ingest.now}
    returning turn`.execute(tx.db)
  return rows[0]!.turn
}

/** The turn that an ended ingest had in its lane. */
export type CompletedTurn = Pick<PhotoIngest, 'lane' | 'turn'>

/** Deletes an ingest that has ended; undefined when there was none. */
export async function deleteIngest(
  tx: Tx,
  { account_id, photo_id }: Pick<PhotoIngestsTable, 'account_id' | 'photo_id'>,
): Promise<CompletedTurn | undefined> {
  const [deletedIngest] = await deleteRowsReturning(tx.db, 'photo_ingests', { account_id, photo_id })
  return deletedIngest
}

/** Records the latest completed turn of a lane; photos added from now on get a later one. */
export async function updateCompletedTurn(db: Reader, { lane, turn }: CompletedTurn): Promise<void> {
  await sql`
    insert into ingest_lanes (lane, turn) values (${lane}, ${turn})
    on conflict (lane) do update set turn = excluded.turn where ingest_lanes.turn < excluded.turn`.execute(db)
}

/** Counts a stop of the decoder at this photo; returns the total, 0 when it has no ingest. */
export async function incrementStops(
  tx: Tx,
  { account_id, photo_id }: Pick<PhotoIngestsTable, 'account_id' | 'photo_id'>,
): Promise<number> {
  const row = await tx.db
    .updateTable('photo_ingests')
    .set(eb => ({ stops: eb('stops', '+', 1) }))
    .where('account_id', '=', account_id)
    .where('photo_id', '=', photo_id)
    .returning('stops')
    .executeTakeFirst()
  return row?.stops ?? 0
}

export type PhotoIngest = Selectable<PhotoIngestsTable>

/** Ingests of a lane that were requested before `requestedBefore`, by turn, after `after`. */
export function listIngests(
  db: Reader,
  lane: IngestLane,
  requestedBefore: Date,
  after: PhotoIngest | undefined,
  limit: number,
): Promise<PhotoIngest[]> {
  return db
    .selectFrom('photo_ingests')
    .selectAll()
    .where('lane', '=', lane)
    .where('requested_at', '<', requestedBefore)
    .$if(after !== undefined, query =>
      query.where(eb => eb(eb.refTuple('turn', 'photo_id'), '>', eb.tuple(after!.turn, after!.photo_id))),
    )
    .orderBy('turn')
    .orderBy('photo_id')
    .limit(limit)
    .modifyEnd(acrossAccounts('lost ingests are requested again'))
    .execute()
}

/** Most photos that are read per lane; a lane may have a million. */
const MAX_NEXT_INGESTS = 100

/** Per lane, when the longest waiting of its next photos was requested; null when none waits. */
export async function findIngestLags(db: Reader): Promise<{ lane: IngestLane; requestedAt: Date | null }[]> {
  const lags: { lane: IngestLane; requestedAt: Date | null }[] = []
  for (const lane of LANES) {
    const nextIngests = await db
      .selectFrom('photo_ingests')
      .select(['requested_at', 'turn', 'photo_id'])
      .where('lane', '=', lane)
      .orderBy('turn')
      .orderBy('photo_id')
      .limit(MAX_NEXT_INGESTS)
      .modifyEnd(acrossAccounts('the metrics report how long the next photos have waited'))
      .execute()
    const requestedAt = nextIngests.reduce<Date | null>(
      (first, { requested_at: at }) => (first && first <= at ? first : at),
      null,
    )
    lags.push({ lane, requestedAt })
  }
  return lags
}

const LANES: readonly IngestLane[] = ['heic', 'heic-import', 'jpeg-png', 'jpeg-png-import']

/** Whether a photo of any account waits for its variants. */
export async function isAnyIngestWaiting(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('photo_ingests')
    .select('photo_id')
    .limit(1)
    .modifyEnd(acrossAccounts('work of low priority waits while any photo waits for its variants'))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether photos of the account wait for their variants. */
export async function isIngestOfAccountWaiting(db: Reader, accountId: string): Promise<boolean> {
  const [waiting] = await listFirstRows(db, 'photo_ingests', { account_id: accountId }, 1)
  return waiting !== undefined
}

/** Counts photos of the library that wait for their variants. */
export async function countWaitingIngests(db: Reader, accountId: string): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    select count(*)::int as photos
    from photo_ingests i join photos p on p.account_id = i.account_id and p.photo_id = i.photo_id
    where i.account_id = ${accountId} and p.deleted_at is null`.execute(db)
  return rows[0]!.photos
}
