import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, insertMissingRow, updateRows } from '../../../platform/db/rows.ts'
import type { PhotoGroupRunsTable } from '../tables.ts'

export type RunRow = Selectable<PhotoGroupRunsTable>

/** Inserts a run unless the account has one of this id; returns whether it did. */
export async function insertRun(
  tx: Tx,
  run: Pick<RunRow, 'account_id' | 'run_id' | 'kind' | 'groups' | 'requested_at'>,
): Promise<boolean> {
  return insertMissingRow(tx.db, 'photo_group_runs', { ...run, done: 0, groups: JSON.stringify(run.groups) })
}

export function findRun(db: Reader, accountId: string, runId: string): Promise<RunRow | undefined> {
  return findRow(db, 'photo_group_runs', { account_id: accountId, run_id: runId })
}

/** How many of its groups a run has processed, and of its decisions undone. */
export interface RunProgress extends Pick<RunRow, 'run_id' | 'done' | 'is_undone'> {
  groups: number
  decisions: number
  undone: number
  /** Photos that its decisions moved to the bin. */
  photos: number
}

/** Lists how far runs are, without their groups, which may be thousands. */
export async function listRunProgress(
  db: Reader,
  accountId: string,
  runIds: readonly string[],
): Promise<RunProgress[]> {
  const { rows } = await sql<RunProgress>`
    select run.run_id, run.done, run.is_undone, jsonb_array_length(run.groups) as groups,
      count(decision_id)::int as decisions, count(undone_at)::int as undone,
      coalesce(sum(cardinality(binned)), 0)::int as photos
    from photo_group_runs run left join photo_group_decisions decision
      on decision.account_id = run.account_id and decision.run_id = run.run_id
    where run.account_id = ${accountId} and run.run_id = any(${[...runIds]}::uuid[])
    group by run.account_id, run.run_id`.execute(db)
  return rows
}

/** Records that one more group is processed; false when another worker has processed it, or the run was ended. */
export async function advanceRun(tx: Tx, run: RunRow, done: number): Promise<boolean> {
  const key = { account_id: run.account_id, run_id: run.run_id, done }
  return (await updateRows(tx.db, 'photo_group_runs', key, { done: done + 1 })) > 0
}

/** Ends a run that undo has overtaken: no more of its groups are decided. Waits for the one that is being decided. */
export async function endRun(tx: Tx, accountId: string, runId: string): Promise<void> {
  const changes = { done: sql<number>`jsonb_array_length(groups)`, is_undone: true }
  await updateRows(tx.db, 'photo_group_runs', { account_id: accountId, run_id: runId }, changes)
}

/** Counts photos that decisions of a run moved to the bin. */
export async function countBinnedByRun(db: Reader, accountId: string, runId: string): Promise<number> {
  const { photos } = await db
    .selectFrom('photo_group_decisions')
    .select(sql<number>`coalesce(sum(cardinality(binned)), 0)::int`.as('photos'))
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return photos
}
