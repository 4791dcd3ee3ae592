import { type Insertable, sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import type { RetentionJournalTable } from '../tables.ts'

export async function insertEntry(db: Reader, row: Insertable<RetentionJournalTable>): Promise<void> {
  await db.insertInto('retention_journal').values(row).execute()
}

/** The account's latest entry of that event. */
export function findLatestEntry(db: Reader, accountId: string | null, event: string) {
  return db
    .selectFrom('retention_journal')
    .select(['at', 'actor', 'rule', sql<string | null>`note`.as('note')])
    .where('account_id', '=', accountId)
    .where('event', '=', event)
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
