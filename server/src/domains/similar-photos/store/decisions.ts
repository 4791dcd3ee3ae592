import { type Selectable, type SqlBool, sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, lessThan } from '../../../platform/db/rows.ts'
import type { PhotoGroupDecisionsTable } from '../tables.ts'

export type DecisionRow = Selectable<PhotoGroupDecisionsTable>

/** Lists the decisions of a run, the latest first. */
export function listDecisionsOfRun(
  db: Reader,
  accountId: string,
  runId: string,
): Promise<Pick<DecisionRow, 'decision_id' | 'undone_at'>[]> {
  return db
    .selectFrom('photo_group_decisions')
    .select(['decision_id', 'undone_at'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .orderBy('decided_at', 'desc')
    .orderBy('decision_id')
    .execute()
}

/** Lists decisions that one of these ids names, that moved photos to the bin and are not undone. */
export function listOpenDecisions(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<DecisionRow, 'decision_id' | 'run_id' | 'binned' | 'decided_at'>[]> {
  return db
    .selectFrom('photo_group_decisions')
    .select(['decision_id', 'run_id', 'binned', 'decided_at'])
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`(decision_id = any(${ids}::uuid[]) or run_id = any(${ids}::uuid[]))`)
    .where('undone_at', 'is', null)
    .where(sql<SqlBool>`binned <> '{}'`)
    .execute()
}

/** Lists accounts with decisions or runs from before `before`. */
export async function listAccountsWithOldDecisions(
  db: Reader,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from photo_group_decisions where decided_at < ${before}
    union select distinct account_id from photo_group_runs where requested_at < ${before}
    limit ${limit}::int ${acrossAccounts('decisions of all accounts are deleted by age')}`.execute(db)
  return rows.map(row => row.account_id)
}

export async function deleteOldDecisions(tx: Tx, accountId: string, before: Date): Promise<void> {
  await deleteRows(tx.db, 'photo_group_decisions', { account_id: accountId, decided_at: lessThan(before) })
  await deleteRows(tx.db, 'photo_group_runs', { account_id: accountId, requested_at: lessThan(before) })
}
