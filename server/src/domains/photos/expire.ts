import { sql } from 'kysely'
import type { Context, Reader, Tx } from '../../context.ts'
import { leaveLibrary, restoreRows, startErasing } from './photos.ts'
import type { PhotoRow } from './store.ts'

/*
 * What the end of the retention period does to a library, in batches within transactions of the retention domain. The
 * photos lie in the bin like deleted ones, marked as expired; what a customer restores or adds anew is not marked.
 */

/** How many, and how large their originals are together. */
export interface Amount {
  photos: number
  bytes: number
}

/** Moves photos that were in the library at `until` to the bin. Nothing moved: none is left. */
export async function expirePhotos(
  ctx: Context,
  tx: Tx,
  accountId: string,
  until: Date,
  limit: number,
): Promise<Amount> {
  const rows = await tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()
  await leaveLibrary(ctx, tx, accountId, rows, { expired: true })
  return amountOf(rows)
}

/** Brings expired photos back into the library. Nothing moved: none is left. */
export async function returnExpired(ctx: Context, tx: Tx, accountId: string, limit: number): Promise<Amount> {
  const rows = await lockExpired(tx, accountId, limit)
  await restoreRows(ctx, tx, accountId, rows)
  return amountOf(rows)
}

/** Begins to erase expired photos for good. Nothing moved: none is left. */
export async function eraseExpired(ctx: Context, tx: Tx, accountId: string, limit: number): Promise<Amount> {
  const rows = await lockExpired(tx, accountId, limit)
  await startErasing(ctx, tx, accountId, rows)
  return amountOf(rows)
}

/** What is in the library now. */
export function librarySize(db: Reader, accountId: string): Promise<Amount> {
  return db
    .selectFrom('photos')
    .select([
      sql<number>`count(*)::int`.as('photos'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}

function lockExpired(tx: Tx, accountId: string, limit: number): Promise<PhotoRow[]> {
  return tx.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expired_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .limit(limit)
    .forUpdate()
    .execute()
}

const amountOf = (rows: readonly PhotoRow[]): Amount => ({
  photos: rows.length,
  bytes: rows.reduce((sum, row) => sum + Number(row.size), 0),
})
