import { sql } from 'kysely'
import { type Context, change, type Reader, type Tx } from '../../../context.ts'
import { acrossAccounts } from '../../../platform/db/across-accounts.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { lockEffect } from '../../journal/index.ts'
import { startErasure } from '../photos.ts'

const BATCH = 500
const REQUESTS_MAX = 1000

/** Erases photos whose deletion for ever has taken effect, and clears the marks of a deletion that was undone. */
export async function eraseRequested(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const { account_id: accountId, erase_entry: entryId } of await listRequests(ctx.db)) {
    let photos = BATCH
    while (photos === BATCH && !signal.aborted)
      photos = await change(ctx, tx => eraseNext(ctx, tx, accountId, entryId))
  }
}

/** Erases the next photos of an entry, or clears their marks; returns their number, 0 while the entry waits. */
async function eraseNext(ctx: Context, tx: Tx, accountId: string, entryId: string): Promise<number> {
  const effect = await lockEffect(ctx, tx, accountId, entryId)
  if (effect.is === 'waiting') return 0
  const rows = await lockNext(tx, accountId, entryId)
  if (rows.length === 0) return 0
  if (effect.is === 'effective') await startErasure(ctx, tx, accountId, rows)
  else {
    const key = { account_id: accountId, photo_id: rows.map(row => row.photo_id) }
    await updateRows(tx.db, 'photos', key, { erase_entry: null })
  }
  return rows.length
}

const lockNext = (tx: Tx, accountId: string, entryId: string) =>
  tx.db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('erase_entry', '=', entryId)
    .where('erased_at', 'is', null)
    .orderBy('photo_id')
    .limit(BATCH)
    .forUpdate()
    .execute()

/** Lists the entries with which photos of any account are erased. */
async function listRequests(db: Reader): Promise<{ account_id: string; erase_entry: string }[]> {
  const { rows } = await sql<{ account_id: string; erase_entry: string }>`
    select distinct account_id, erase_entry from photos
    where erase_entry is not null and erased_at is null
    limit ${REQUESTS_MAX}::int ${acrossAccounts('deletions that waited take effect')}`.execute(db)
  return rows
}
