import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Reader } from '#server/context.ts'
import type { RetentionJournalTable } from '../tables.ts'

/** Inserts entries in this order, with one statement. */
export async function insertEntries(
  db: Reader,
  rows: readonly Insertable<RetentionJournalTable>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into retention_journal
      (at, as_of, event, rule, actor, brand_id, account_id, deadline, photos, bytes, note)
    select at, as_of, event, rule, actor, brand_id, account_id, deadline, photos, bytes, note
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (at timestamptz, as_of timestamptz, event text,
      rule text, actor text, brand_id text, account_id text, deadline timestamptz, photos int, bytes bigint, note text)`.execute(
    db,
  )
}

/** Finds the account's latest entry of that event. */
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

/** Lists the rule of the latest entry of that event, by account. */
export async function listLatestRules(
  db: Reader,
  accountIds: readonly string[],
  event: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('retention_journal')
    .distinctOn('account_id')
    .select(['account_id', 'rule'])
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .where('event', '=', event)
    .orderBy('account_id')
    .orderBy('entry_id', 'desc')
    .execute()
  return new Map(rows.map(({ account_id, rule }) => [account_id!, rule]))
}
