import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import type { BlobSweepsTable } from '../tables.ts'

export type BlobSweep = Selectable<BlobSweepsTable>

/** Finds the sweep that is listing or removing; there is one at most. */
export function findRunningSweep(db: Reader): Promise<BlobSweep | undefined> {
  return findRow(db, 'blob_sweeps', { state: ['listing', 'removing'] })
}

export function findLatestSweep(db: Reader): Promise<BlobSweep | undefined> {
  return db.selectFrom('blob_sweeps').selectAll().orderBy('sweep_id', 'desc').limit(1).executeTakeFirst()
}

/** Inserts a sweep; undefined when another process has just started one. */
export function insertSweep(db: Reader, now: Date): Promise<BlobSweep | undefined> {
  return db
    .insertInto('blob_sweeps')
    .values({ state: 'listing', started_at: now })
    .onConflict(oc => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Records that the accounts up to `passed` are listed, and adds the number of their blobs. */
export async function setSweepPassed(
  tx: Tx,
  sweepId: number,
  checkedKey: string | null,
  blobs: number,
): Promise<void> {
  await tx.db
    .updateTable('blob_sweeps')
    .set(eb => ({ passed: checkedKey, blobs: eb('blobs', '+', String(blobs)) }))
    .where('sweep_id', '=', sweepId)
    .execute()
}

/** Changes the state of a sweep that is in the state `from`; false when it no longer is. */
export async function setSweepState(
  tx: Tx,
  sweepId: number,
  from: BlobSweep['state'],
  values: Partial<BlobSweep>,
): Promise<boolean> {
  return (await updateRows(tx.db, 'blob_sweeps', { sweep_id: sweepId, state: from }, values)) > 0
}

export async function addRemoved(tx: Tx, sweepId: number, removed: number): Promise<void> {
  await tx.db
    .updateTable('blob_sweeps')
    .set(eb => ({ removed: eb('removed', '+', removed) }))
    .where('sweep_id', '=', sweepId)
    .execute()
}
