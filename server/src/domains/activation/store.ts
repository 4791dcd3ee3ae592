import { type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { acrossAccounts } from '../../platform/db/across-accounts.ts'
import { deleteRows, findRow, lockRow, notEqual, updateRows, upsertRowIf } from '../../platform/db/rows.ts'
import type { ActivationsTable } from './tables.ts'

export type ActivationRow = Selectable<ActivationsTable>

/** Finds the activation; undefined when the account has no legacy library: its library is active. */
export function findActivation(db: Reader, accountId: string): Promise<ActivationRow | undefined> {
  return findRow(db, 'activations', { account_id: accountId })
}

/** Selects the state of the account's library, as a column of a query; null without a legacy library. */
export const selectActivationState = (db: Reader, accountId: string) =>
  db.selectFrom('activations').where('activations.account_id', '=', accountId).select('activations.state')

/** Locks the row of a run in progress; undefined when the run has ended or was superseded. */
export function lockImportRun(tx: Tx, accountId: string, run: number): Promise<ActivationRow | undefined> {
  return lockRow(tx, 'activations', { account_id: accountId, run, state: 'importing' })
}

/** Assigns the folder of the legacy store to the account; false when another account has it. */
export async function claimSource(tx: Tx, accountId: string, source: string): Promise<boolean> {
  await deleteRows(tx.db, 'activation_sources', { account_id: accountId, source: notEqual(source) })
  const owner = { account_id: accountId }
  return upsertRowIf(tx.db, 'activation_sources', ['source'], { source, ...owner }, owner)
}

/** Lists import runs without progress since `before`. */
export function listStalledImports(db: Reader, before: Date, limit: number) {
  return db
    .selectFrom('activations')
    .select(['account_id', 'run', 'stepped_at'])
    .where('state', '=', 'importing')
    .where('stepped_at', '<', before)
    .limit(limit)
    .modifyEnd(acrossAccounts('imports that a crashed process left are continued'))
    .execute()
}

export function updateActivation(
  tx: Tx,
  accountId: string,
  values: Updateable<ActivationsTable>,
): Promise<ActivationRow> {
  return tx.db
    .updateTable('activations')
    .set(values)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteActivation(tx: Tx, accountId: string): Promise<void> {
  await deleteRows(tx.db, 'activations', { account_id: accountId })
  await deleteRows(tx.db, 'activation_sources', { account_id: accountId })
}

/** Adds one file to the counter of its outcome; this counts as progress of the run. */
export async function countImportedFile(
  tx: Tx,
  accountId: string,
  outcome: 'added' | 'already_there' | 'refused',
  now: Date,
): Promise<void> {
  const changes = { [outcome]: sql<number>`${sql.ref(outcome)} + 1`, stepped_at: now }
  await updateRows(tx.db, 'activations', { account_id: accountId }, changes)
}

/** Moves one file from the counter of added files to the counter of refused files. */
export async function recountRefusedFile(tx: Tx, accountId: string): Promise<void> {
  const changes = { added: sql<number>`added - 1`, refused: sql<number>`refused + 1` }
  await updateRows(tx.db, 'activations', { account_id: accountId }, changes)
}
