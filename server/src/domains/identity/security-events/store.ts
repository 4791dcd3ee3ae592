import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { insertRows, notNull, updateRowsReturning } from '../../../platform/db/rows.ts'
import type { SecurityEventsTable } from '../tables.ts'

export type SecurityEventRow = Selectable<SecurityEventsTable>

export async function insertSecurityEvent(tx: Tx, row: Insertable<SecurityEventsTable>): Promise<void> {
  await insertRows(tx.db, 'security_events', row)
}

/** Lists accounts with events whose summary is due. */
export async function listAccountsToSummarize(db: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('security_events')
    .select('account_id')
    .distinct()
    .where('summary_due_at', '<=', now)
    .where('summarized_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(row => row.account_id)
}

/** Marks the account's events that wait for a summary as summarized; returns them, newest first. */
export async function setSummarized(tx: Tx, accountId: string, now: Date): Promise<SecurityEventRow[]> {
  const key = { account_id: accountId, summary_due_at: notNull, summarized_at: null }
  const rows = await updateRowsReturning(tx.db, 'security_events', key, { summarized_at: now })
  return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
