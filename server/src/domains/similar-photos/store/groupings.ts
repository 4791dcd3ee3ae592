import { sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'

/**
 * Locks the account's groups, which is required for each change of them. A transaction locks photos, months and albums
 * before, so that two never deadlock.
 */
export async function lockGroups(tx: Tx, accountId: string): Promise<void> {
  await sql`
    insert into photo_groupings (account_id) values (${accountId})
    on conflict (account_id) do update set grouped_at = photo_groupings.grouped_at`.execute(tx.db)
}

export async function setGroupedAt(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx.db
    .updateTable('photo_groupings')
    .set({ grouped_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

/** When groups of the account were last searched for; null before the first time. */
export async function findGroupedAt(db: Reader, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('photo_groupings')
    .select('grouped_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.grouped_at ?? null
}
