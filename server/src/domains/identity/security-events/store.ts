import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import type { SecurityEventsTable } from '../tables.ts'

export type SecurityEventRow = Selectable<SecurityEventsTable>

export async function insertSecurityEvent(tx: Tx, row: Insertable<SecurityEventsTable>): Promise<void> {
  await insertRows(tx.db, 'security_events', row)
}

/** Lists when the account's events of the kind that have mails of their own happened since then, earliest first. */
export async function listMailedSince(
  db: Reader,
  accountId: string,
  kind: string,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('security_events')
    .select('at')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .where('summary_due_at', 'is', null)
    .orderBy('at')
    .execute()
  return rows.map(row => row.at)
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
  const rows = await tx.db
    .updateTable('security_events')
    .set({ summarized_at: now })
    .where('account_id', '=', accountId)
    .where('summary_due_at', 'is not', null)
    .where('summarized_at', 'is', null)
    .returningAll()
    .execute()
  return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
