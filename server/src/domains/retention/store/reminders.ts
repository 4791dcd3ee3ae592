import { sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { lessThan, listRows, updateRows, updateRowsReturning } from '../../../platform/db/rows.ts'
import type { Reminder } from '../../customers/index.ts'
import type { RetentionNoticesTable } from '../tables.ts'

export interface ReminderKey {
  accountId: string
  deadline: string
  daysBefore: number
}

export type DatedReminder = Reminder & { deadline: Date }

/** Lists the reminders of these accounts, of any deadline, by account. */
export async function listReminders(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, DatedReminder[]>> {
  const rows = await listRows(db, 'retention_notices', { account_id: accountIds })
  const reminders = rows.map(row => ({
    accountId: row.account_id,
    deadline: row.deadline,
    daysBefore: row.days_before,
    state: row.state,
    at: row.sent_at ?? row.tried_at ?? row.due_at,
  }))
  return Map.groupBy(reminders, reminder => reminder.accountId)
}

/** Inserts due reminders of a brand; a reminder that exists and is still due gets the brand. */
export async function insertReminders(
  tx: Tx,
  brandId: string,
  reminders: readonly ReminderKey[],
  dueAt: Date,
): Promise<void> {
  if (reminders.length === 0) return
  const accountIds = reminders.map(({ accountId }) => accountId)
  const deadlines = reminders.map(({ deadline }) => deadline)
  const days = reminders.map(({ daysBefore }) => daysBefore)
  await sql`
    insert into retention_notices (account_id, deadline, days_before, state, due_at, brand_id)
    select account_id, deadline, days_before, 'due', ${dueAt}::timestamptz, ${brandId}
    from unnest(${accountIds}::text[], ${deadlines}::timestamptz[], ${days}::int[])
      as reminder (account_id, deadline, days_before)
    on conflict (account_id, deadline, days_before) do update set brand_id = excluded.brand_id
      where retention_notices.state = 'due'`.execute(tx.db)
}

/**
 * Lists the next due reminders of a brand after `after`, the nearest deletion dates first, without reminders that were
 * tried after `triedBefore`.
 */
export async function listDueReminders(
  db: Reader,
  brandId: string,
  triedBefore: Date,
  after: ReminderKey | undefined,
  limit: number,
): Promise<ReminderKey[]> {
  const rows = await db
    .selectFrom('retention_notices')
    .select(['account_id', 'deadline', 'days_before'])
    .where('state', '=', 'due')
    .where('brand_id', '=', brandId)
    .where(({ eb, or }) => or([eb('tried_at', 'is', null), eb('tried_at', '<=', triedBefore)]))
    .$if(after !== undefined, q =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('deadline', 'account_id', 'days_before'),
          '>',
          tuple(new Date(after!.deadline), after!.accountId, after!.daysBefore),
        ),
      ),
    )
    .orderBy('deadline')
    .orderBy('account_id')
    .orderBy('days_before')
    .limit(limit)
    .execute()
  return rows.map(toKey)
}

/** Changes the state from `from` to `to`; false when the reminder is in another state. */
export function changeReminderState(
  db: Reader,
  key: ReminderKey,
  from: Reminder['state'],
  to: Exclude<Reminder['state'], 'sending'>,
  now: Date,
): Promise<boolean> {
  return updateReminder(db, key, from, { state: to, ...(to === 'sent' ? { sent_at: now } : {}) })
}

/** Changes a reminder; false when its state is not `from`. One that is being sent counts for the rate of its brand. */
export async function updateReminder(
  db: Reader,
  { accountId, deadline, daysBefore }: ReminderKey,
  from: Reminder['state'],
  values: Updateable<RetentionNoticesTable>,
): Promise<boolean> {
  const key = { account_id: accountId, deadline: new Date(deadline), days_before: daysBefore, state: from }
  return (await updateRows(db, 'retention_notices', key, values)) > 0
}

/** Sets reminders in state 'sending' since before `triedBefore` to 'unknown', and returns them. */
export async function markUnfinishedReminders(tx: Tx, triedBefore: Date): Promise<ReminderKey[]> {
  const key = { state: 'sending', tried_at: lessThan(triedBefore) } as const
  const rows = await updateRowsReturning(tx.db, 'retention_notices', key, { state: 'unknown' })
  return rows.map(toKey)
}

const toKey = (row: { account_id: string; deadline: Date; days_before: number }): ReminderKey => ({
  accountId: row.account_id,
  deadline: row.deadline.toISOString(),
  daysBefore: row.days_before,
})

/** Counts the reminders of the brand whose last delivery attempt was after each of these instants. */
export async function countReminderAttempts(
  tx: Tx,
  brandId: string,
  { hourAgo, minuteAgo }: { hourAgo: Date; minuteAgo: Date },
): Promise<{ inHour: number; inMinute: number }> {
  return tx.db
    .selectFrom('retention_notices')
    .select([
      sql<number>`count(*)::int`.as('inHour'),
      sql<number>`(count(*) filter (where tried_at > ${minuteAgo}))::int`.as('inMinute'),
    ])
    .where('brand_id', '=', brandId)
    .where('tried_at', '>', hourAgo)
    .executeTakeFirstOrThrow()
}
