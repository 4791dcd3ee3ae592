import { sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, updateRows } from '../../../platform/db/rows.ts'
import { type PictureFacts, toFactColumns } from './facts.ts'
import type { PhotoRow } from './photos.ts'

/** A backfill of an account, and how far it is. */
export interface Backfill {
  accountId: string
  passed: string | null
}

/**
 * Finds the next account by id whose facts are not all of this version, and records that its backfill begins; undefined: none is
 * left.
 */
export async function findNextBackfill(
  db: Reader,
  after: string,
  version: number,
  now: Date,
): Promise<Backfill | undefined> {
  const { rows } = await sql<{ account_id: string; passed: string | null }>`
    select usage.account_id, backfill.passed from storage_usage usage
    left join facts_backfills backfill on backfill.account_id = usage.account_id
    where usage.account_id > ${after}
      and (backfill.account_id is null or not backfill.done or backfill.facts_version < ${version})
    order by usage.account_id limit 1 ${acrossAccounts('the facts of photos are read again, account by account')}`.execute(
    db,
  )
  const [row] = rows
  return row && startBackfill(db, row.account_id, version, now)
}

/** Begins a backfill, or continues the one of this version. */
export async function startBackfill(
  db: Reader,
  accountId: string,
  version: number,
  now: Date,
): Promise<Backfill> {
  const { rows } = await sql<{ passed: string | null }>`
    insert into facts_backfills (account_id, facts_version, passed, photos, total, done, stepped_at)
    select ${accountId}, ${version}, null, 0,
      (select count(*)::int from photos where account_id = ${accountId} and erased_at is null), false, ${now}::timestamptz
    on conflict (account_id) do update set facts_version = excluded.facts_version, done = false, stepped_at = excluded.stepped_at,
      passed = case when facts_backfills.facts_version = excluded.facts_version then facts_backfills.passed end,
      photos = case when facts_backfills.facts_version = excluded.facts_version then facts_backfills.photos else 0 end,
      total = excluded.total
    returning passed`.execute(db)
  return { accountId, passed: rows[0]!.passed }
}

/** Has the backfill of an account begin again, and read all pictures again. */
export async function resetBackfill(tx: Tx, accountId: string): Promise<void> {
  await sql`update photo_facts set facts_version = 0 where account_id = ${accountId}`.execute(tx.db)
  await deleteRows(tx.db, 'facts_backfills', { account_id: accountId })
}

const PHOTO_COLUMNS = ['account_id', 'photo_id', 'file_name', 'camera', 'width', 'height', 'state'] as const

/** A photo whose picture may have to be read. `isRead`: it is read by the rules of this version. */
export type BackfillPhoto = Pick<
  PhotoRow,
  'account_id' | 'photo_id' | 'file_name' | 'width' | 'height' | 'state'
> & {
  camera: Record<string, unknown> | null
  isRead: boolean
}

/** Lists the account's next photos by id, without those that are being erased. */
export async function listPhotosToBackfill(
  db: Reader,
  { accountId, passed }: Backfill,
  version: number,
  limit: number,
): Promise<BackfillPhoto[]> {
  const rows = await db
    .selectFrom('photos')
    .leftJoin('photo_facts as facts', join =>
      join
        .onRef('facts.account_id', '=', 'photos.account_id')
        .onRef('facts.photo_id', '=', 'photos.photo_id'),
    )
    .select(PHOTO_COLUMNS.map(column => `photos.${column}` as const))
    .select('facts.facts_version')
    .where('photos.account_id', '=', accountId)
    .where('photos.erased_at', 'is', null)
    .$if(passed !== null, q => q.where('photos.photo_id', '>', passed!))
    .orderBy('photos.photo_id')
    .limit(limit)
    .execute()
  return rows.map(({ facts_version, ...row }) => ({
    ...row,
    camera: row.camera as BackfillPhoto['camera'],
    isRead: (facts_version ?? 0) >= version,
  }))
}

/**
 * Writes the facts of photos and advances the backfill. Photos are locked before the version of the library, as in every
 * transaction; the version is renewed, because cached answers depend on it.
 */
export async function writeBackfill(
  tx: Tx,
  accountId: string,
  photos: readonly { photo: BackfillPhoto; facts: PictureFacts | null }[],
  progress: { passed: string | null; done: boolean; version: number; now: Date },
): Promise<void> {
  const ids = photos.map(({ photo }) => photo.photo_id)
  await sql`
    select photo_id from photos
    where account_id = ${accountId} and photo_id = any(${ids}::uuid[]) and erased_at is null
    order by photo_id for update`.execute(tx.db)
  await sql`
    insert into library_versions (account_id, version) values (${accountId}, gen_random_uuid())
    on conflict (account_id) do update set version = excluded.version`.execute(tx.db)
  for (const { photo, facts } of photos)
    if (facts)
      await updateRows(
        tx.db,
        'photo_facts',
        { account_id: accountId, photo_id: photo.photo_id },
        toFactColumns(facts),
      )
  await tx.db
    .updateTable('facts_backfills')
    .set(eb => ({
      passed: progress.passed,
      photos: eb('photos', '+', photos.length),
      done: progress.done,
      stepped_at: progress.now,
    }))
    .where('account_id', '=', accountId)
    .where('facts_version', '=', progress.version)
    .execute()
}

/** Counts the accounts whose backfill has begun and not ended. */
export async function countRunningBackfills(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('facts_backfills')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('done', '=', false)
    .modifyEnd(acrossAccounts('the metrics report how many backfills of facts have begun'))
    .executeTakeFirstOrThrow()
  return count
}
