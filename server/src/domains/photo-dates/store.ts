import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { acrossAccounts } from '../../platform/db/across-accounts.ts'
import {
  atMost,
  deleteRows,
  greaterThan,
  insertRows,
  listFirstRows,
  listRows,
  lockRow,
  lockRows,
  updateRows,
} from '../../platform/db/rows.ts'
import type { ChangedDatesTable, DateChangesTable } from './tables.ts'

export type DateChangeRow = Selectable<DateChangesTable>
export type ChangedDateRow = Selectable<ChangedDatesTable>

/** Locks a change before the photos that it changes. */
export const lockDateChange = (
  tx: Tx,
  accountId: string,
  changeId: string,
): Promise<DateChangeRow | undefined> =>
  lockRow(tx, 'date_changes', { account_id: accountId, change_id: changeId })

/** Saves how far a change, or its undo, is. */
export async function updateDateChange(
  tx: Tx,
  { account_id, change_id, state, passed, photos, done, skipped, months, undone, kept }: DateChangeRow,
): Promise<void> {
  const counts = { photos, done, skipped, undone, kept }
  const progress = { state, passed, ...counts, months: JSON.stringify(months) }
  await updateRows(tx.db, 'date_changes', { account_id, change_id }, progress)
}

/** Lists changes by id. */
export const listDateChanges = (
  db: Reader,
  accountId: string,
  changeIds: readonly string[],
): Promise<DateChangeRow[]> => listRows(db, 'date_changes', { account_id: accountId, change_id: changeIds })

/** Stores the dates of photos before and after a change. */
export async function insertChangedDates(
  tx: Tx,
  accountId: string,
  changeId: string,
  rows: readonly Pick<ChangedDateRow, 'photo_id' | 'before' | 'after'>[],
): Promise<void> {
  if (rows.length === 0) return
  await insertRows(
    tx.db,
    'changed_dates',
    rows.map(({ photo_id, before, after }) => ({
      account_id: accountId,
      change_id: changeId,
      photo_id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })),
  )
}

/** The next changed photos by id. */
export const listChangedDates = (
  tx: Tx,
  { account_id, change_id, passed }: Pick<DateChangeRow, 'account_id' | 'change_id' | 'passed'>,
  limit: number,
): Promise<ChangedDateRow[]> => {
  const key = { account_id, change_id, ...(passed !== null && { photo_id: greaterThan(passed) }) }
  return listFirstRows(tx.db, 'changed_dates', key, limit, 'photo_id')
}

/** Lists accounts with changes from before `until`. */
export async function listAccountsWithOldChanges(db: Reader, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('date_changes')
    .select('account_id')
    .distinct()
    .where('changed_at', '<=', until)
    .modifyEnd(acrossAccounts('changes of dates are deleted by their age'))
    .execute()
  return rows.map(row => row.account_id)
}

/** Deletes changes from before `until`, which can no longer be undone. */
export async function deleteOldChanges(tx: Tx, accountId: string, until: Date): Promise<void> {
  const changes = await lockRows(tx, 'date_changes', { account_id: accountId, changed_at: atMost(until) })
  const ids = changes.map(row => row.change_id)
  await deleteRows(tx.db, 'changed_dates', { account_id: accountId, change_id: ids })
  await deleteRows(tx.db, 'date_changes', { account_id: accountId, change_id: ids })
}
