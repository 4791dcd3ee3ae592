import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { PhotoRow } from './photos.ts'

/** Serializes the selection of photos to erase and the start and end of holds, per account. */
export async function lockHolds(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`photo-holds ${accountId}`}, 0))`.execute(tx.db)
}

/** Sets the instant from which the hold has no effect, even if it is never released. */
export async function setHoldEnd(tx: Tx, accountId: string, holdId: string, at: Date): Promise<void> {
  await updateRows(tx.db, 'photo_holds', { account_id: accountId, hold_id: holdId }, { ends_at: at })
}

export type HeldPhoto = Pick<
  PhotoRow,
  | 'photo_id'
  | 'sha256'
  | 'crc32'
  | 'size'
  | 'content_type'
  | 'file_name'
  | 'taken_at'
  | 'taken_offset'
  | 'taken_source'
  | 'taken_precision'
  | 'title'
  | 'taken_unknown'
  | 'taken_month'
  | 'file_modified_at'
  | 'created_at'
>

/**
 * Streams all photos of a hold by date, those without a date last, from one consistent snapshot. Memory is bounded by the
 * batch. Read it to its end before the transaction opens another cursor.
 */
export async function* streamHeldPhotos(
  tx: Tx,
  accountId: string,
  holdId: string,
  batch = 5000,
): AsyncGenerator<HeldPhoto[]> {
  await sql`
    declare held_photos no scroll cursor for
    select photos.photo_id, sha256, crc32, size, content_type, file_name, taken_at, taken_offset,
      taken_source, taken_precision, title, taken_unknown, taken_month,
      file_modified_at, created_at
    from photos join photo_holds hold on hold.account_id = photos.account_id and hold.hold_id = ${holdId}::text
    where photos.account_id = ${accountId}::text and ${isCovered}
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
  where hold.account_id = photos.account_id and (hold.ends_at is null or hold.ends_at > ${now}) and ${isCovered})`

/** The photo was in the library at the hold's instant. */
const isCovered = sql<SqlBool>`(photos.created_at <= hold.held_at
  and (photos.deleted_at is null or photos.deleted_at >= hold.held_at))`
