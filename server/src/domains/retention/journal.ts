import { sql } from 'kysely'
import type { Reader } from '../../context.ts'

/** What the retention writes down for good: who, when, why, how many, by which rule, as of which instant. */
export interface Entry {
  event:
    | 'reminded'
    | 'reminder-failed'
    | 'reminder-unknown'
    | 'deadline-moved'
    | 'deadline-delayed'
    | 'skipped'
    | 'leaving'
    | 'left'
    | 'returning'
    | 'returned'
    | 'erasing'
    | 'erased'
    | 'held'
    | 'confirmed'
    | 'account-erased'
  rule: string
  /** The daily job, or the person or service that wanted it. */
  actor: string
  brandId?: string
  accountId?: string
  deadline?: Date | null
  photos?: number
  bytes?: number
  note?: string
}

export const DAILY_JOB = 'daily job'

/** Adds an entry, in the transaction that does what it tells. */
export async function journal(db: Reader, at: Date, entry: Entry): Promise<void> {
  await db.insertInto('retention_journal').values(row(at, entry)).execute()
}

/** The same unless the account's latest entry of that event says it already. */
export async function journalOnce(db: Reader, at: Date, entry: Entry): Promise<void> {
  const latest = await db
    .selectFrom('retention_journal')
    .select(['rule', sql<string | null>`note`.as('note')])
    .where('account_id', '=', entry.accountId ?? null)
    .where('event', '=', entry.event)
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest?.rule !== entry.rule || latest.note !== (entry.note ?? null)) await journal(db, at, entry)
}

/** When the account was erased, and by whom; undefined for one that never was. */
export function findErasure(db: Reader, accountId: string): Promise<{ at: Date; actor: string } | undefined> {
  return db
    .selectFrom('retention_journal')
    .select(['at', 'actor'])
    .where('account_id', '=', accountId)
    .where('event', '=', 'account-erased')
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const row = (at: Date, entry: Entry) => ({
  at,
  as_of: at,
  event: entry.event,
  rule: entry.rule,
  actor: entry.actor,
  brand_id: entry.brandId ?? null,
  account_id: entry.accountId ?? null,
  deadline: entry.deadline ?? null,
  photos: entry.photos ?? null,
  bytes: entry.bytes ?? null,
  note: entry.note ?? null,
})
