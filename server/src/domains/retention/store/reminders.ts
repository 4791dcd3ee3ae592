import type { Reader, Tx } from '#server/context.ts'
import type { Reminder } from '../rules/plan.ts'

/** Identifies a reminder. */
export interface ReminderKey {
  accountId: string
  deadline: string
  daysBefore: number
}

export type DatedReminder = Reminder & { deadline: Date }

/** The reminders of these accounts, of any deadline, by account. */
export async function listReminders(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, DatedReminder[]>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('retention_notices')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .execute()
  const reminders = rows.map(row => ({
    accountId: row.account_id,
    deadline: row.deadline,
    daysBefore: row.days_before,
    state: row.state,
    at: row.sent_at ?? row.tried_at ?? row.due_at,
  }))
  return Map.groupBy(reminders, reminder => reminder.accountId)
}

/** Inserts a due reminder, unless it exists already. */
export async function insertReminder(
  tx: Tx,
  { accountId, deadline, daysBefore }: ReminderKey,
  dueAt: Date,
): Promise<void> {
  await tx.db
    .insertInto('retention_notices')
    .values({ account_id: accountId, deadline, days_before: daysBefore, state: 'due', due_at: dueAt })
    .onConflict(oc => oc.doNothing())
    .execute()
}

/** Changes the state from `from` to `to`; false when the reminder is in another state. */
export async function changeReminderState(
  db: Reader,
  { accountId, deadline, daysBefore }: ReminderKey,
  from: Reminder['state'],
  to: Reminder['state'],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('retention_notices')
    .set({
      state: to,
      ...(to === 'sending' ? { tried_at: now } : {}),
      ...(to === 'sent' ? { sent_at: now } : {}),
    })
    .where('account_id', '=', accountId)
    .where('deadline', '=', new Date(deadline))
    .where('days_before', '=', daysBefore)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets reminders in state 'sending' since before `triedBefore` to 'unknown', and returns them. */
export async function markUnfinishedReminders(tx: Tx, triedBefore: Date): Promise<ReminderKey[]> {
  const rows = await tx.db
    .updateTable('retention_notices')
    .set({ state: 'unknown' })
    .where('state', '=', 'sending')
    .where('tried_at', '<', triedBefore)
    .returning(['account_id', 'deadline', 'days_before'])
    .execute()
  return rows.map(row => ({
    accountId: row.account_id,
    deadline: row.deadline.toISOString(),
    daysBefore: row.days_before,
  }))
}
