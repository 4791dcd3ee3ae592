import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context, Tx } from '../../context.ts'
import { erasePhotosJob } from './job-kinds.ts'
import type { PhotoRow } from './store.ts'

/*
 * A hold keeps the originals of all photos that were in an account's library at one instant, whatever becomes of them
 * afterwards: erasing takes their sizes and leaves original and row (marked as erased, so invisible) until the last
 * hold that covers them ends. One row however large the library is.
 */

/** Holds everything that is in the library now. Answers the instant; nothing of it is erased from then on. */
export async function holdPhotos(ctx: Context, tx: Tx, accountId: string, holdId: string): Promise<Date> {
  await lockHolds(tx, accountId)
  // Read behind the lock: what an erasing decided to take before is not in the library at this instant any more.
  const at = ctx.clock.now()
  await tx.db
    .insertInto('photo_holds')
    .values({ account_id: accountId, hold_id: holdId, held_at: at })
    .execute()
  return at
}

/** From `at` on the hold counts no more, also if nobody comes to release it. */
export async function endHold(tx: Tx, accountId: string, holdId: string, at: Date): Promise<void> {
  await tx.db
    .updateTable('photo_holds')
    .set({ ends_at: at })
    .where('account_id', '=', accountId)
    .where('hold_id', '=', holdId)
    .execute()
}

/**
 * Ends the hold now and has erased what waited for it. May be repeated. Where the jobs are lost the regular tidying
 * finds the same photos.
 */
export async function releaseHold(ctx: Context, tx: Tx, accountId: string, holdId: string): Promise<void> {
  await lockHolds(tx, accountId)
  const gone = await tx.db
    .deleteFrom('photo_holds')
    .where('account_id', '=', accountId)
    .where('hold_id', '=', holdId)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) return
  const rows = await tx.db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is not', null)
    .execute()
  const payloads = chunked(rows, ERASED_TOGETHER).map(some => ({
    accountId,
    photoIds: some.map(row => row.photo_id),
  }))
  await ctx.jobs.send(tx, erasePhotosJob, payloads)
}

const ERASED_TOGETHER = 500

export type HeldPhoto = Pick<
  PhotoRow,
  'photo_id' | 'sha256' | 'crc32' | 'size' | 'file_name' | 'taken_at' | 'taken_unknown' | 'taken_month'
>

/**
 * All photos of a hold by date, those without one last, as they were at one moment, in batches: memory is the batch's.
 * Read it to its end before the transaction does anything else with a cursor.
 */
export async function* heldPhotos(
  tx: Tx,
  accountId: string,
  holdId: string,
  batch = 5000,
): AsyncGenerator<HeldPhoto[]> {
  await sql`
    declare held_photos no scroll cursor for
    select photos.photo_id, sha256, crc32, size, file_name, taken_at, taken_unknown, taken_month
    from photos join photo_holds hold on hold.account_id = photos.account_id and hold.hold_id = ${holdId}::text
    where photos.account_id = ${accountId}::text and ${covered}
    order by taken_unknown, taken_sort, photo_id`.execute(tx.db)
  for (;;) {
    const { rows } = await sql<HeldPhoto>`fetch ${sql.lit(batch)} from held_photos`.execute(tx.db)
    if (rows.length > 0) yield rows
    if (rows.length < batch) break
  }
  await sql`close held_photos`.execute(tx.db)
}

/** Whether a row of `photos` is held at `now`. */
export const isHeld = (now: Date): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from photo_holds hold
  where hold.account_id = photos.account_id and (hold.ends_at is null or hold.ends_at > ${now}) and ${covered})`

/** The photo was in the library at the hold's instant. */
const covered = sql<SqlBool>`(photos.created_at <= hold.held_at
  and (photos.deleted_at is null or photos.deleted_at >= hold.held_at))`

/** Deciding what to erase and beginning or ending a hold are done one after the other, per account. */
export async function lockHolds(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`photo-holds ${accountId}`}, 0))`.execute(tx.db)
}

function chunked<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
