import { sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'

/**
 * Locks the account's groups, which is required for each change of them. A transaction locks photos, months and albums
 * before, so that two never deadlock.
 */
export async function lockGroups(tx: Tx, accountId: string): Promise<void> {
  await sql`
    insert into photo_groupings (account_id) values (${accountId})
    on conflict (account_id) do update set grouped_at = photo_groupings.grouped_at`.execute(tx.db)
}

/** When groups of the account were last searched for; null before the first time. */
export async function findGroupedAt(db: Reader, accountId: string): Promise<Date | null> {
  const row = await findRow(db, 'photo_groupings', { account_id: accountId }, ['grouped_at'])
  return row?.grouped_at ?? null
}
