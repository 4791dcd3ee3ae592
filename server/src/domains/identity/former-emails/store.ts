import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { atLeast, deleteRows, findRow, greaterThan, listRows } from '../../../platform/db/rows.ts'
import type { FormerEmailsTable } from '../tables.ts'

export type FormerEmailRow = Selectable<FormerEmailsTable>

/** Lists addresses that were replaced after that instant, the one that was replaced first before the others. */
export function listFormerEmailsAfter(db: Reader, accountId: string, after: Date): Promise<FormerEmailRow[]> {
  return listRows(db, 'former_emails', { account_id: accountId, until: greaterThan(after) }, 'until')
}

/** Finds when the account's address was replaced. */
export async function findReplacement(
  db: Reader,
  accountId: string,
  email: string,
): Promise<Date | undefined> {
  const row = await findRow(db, 'former_emails', { account_id: accountId, email }, ['until'])
  return row?.until
}

/** Deletes the account's addresses that were replaced at that instant or later. */
export async function deleteFormerEmailsSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  await deleteRows(tx.db, 'former_emails', { account_id: accountId, until: atLeast(since) })
}
