import { type Selectable, sql } from 'kysely'
import type { LeftOutKind } from '#contract/selection-drafts.ts'
import type { Reader, Tx } from '../../context.ts'
import { acrossAccounts, groupByAccount } from '../../platform/db/across-accounts.ts'
import { deleteRows, findRow, insertMissingRow, lessThan, lockRow } from '../../platform/db/rows.ts'
import type { SelectionDraftsTable } from './tables.ts'

export type DraftRow = Omit<Selectable<SelectionDraftsTable>, 'leave_out'> & { leave_out: LeftOutKind[] }

export const findDraft = (db: Reader, accountId: string, draftId: string) =>
  findRow(db, 'selection_drafts', toKey(accountId, draftId)) as Promise<DraftRow | undefined>

export const lockDraft = (tx: Tx, accountId: string, draftId: string) =>
  lockRow(tx, 'selection_drafts', toKey(accountId, draftId)) as Promise<DraftRow | undefined>

const toKey = (accountId: string, draftId: string) => ({ account_id: accountId, draft_id: draftId })

/** Returns false when the account has a draft with this id. */
export async function insertDraft(tx: Tx, row: DraftRow): Promise<boolean> {
  const { source, left_out, looked, body, history, leave_out, ...columns } = row
  return insertMissingRow(tx.db, 'selection_drafts', {
    ...columns,
    leave_out: sql`${leave_out}::text[]` as never,
    source: source && JSON.stringify(source),
    left_out: JSON.stringify(left_out),
    looked: JSON.stringify(looked),
    body: JSON.stringify(body),
    history: JSON.stringify(history),
  })
}

/** Deletes the next drafts that were last changed before `changedBefore`; returns their number. */
export async function deleteOldDrafts(db: Reader, changedBefore: Date, limit: number): Promise<number> {
  const oldDrafts = await db
    .selectFrom('selection_drafts')
    .select(['account_id', 'draft_id'])
    .where('updated_at', '<', changedBefore)
    .orderBy('updated_at')
    .limit(limit)
    .modifyEnd(acrossAccounts('drafts of selections are deleted by their age'))
    .execute()
  for (const [accountId, drafts] of groupByAccount(oldDrafts))
    await deleteRows(db, 'selection_drafts', {
      account_id: accountId,
      draft_id: drafts.map(({ draft_id }) => draft_id),
      updated_at: lessThan(changedBefore),
    })
  return oldDrafts.length
}
