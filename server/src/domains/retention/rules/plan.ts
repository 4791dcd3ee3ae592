import { REMINDER_DAYS } from '#contract/retention.ts'
import {
  addDays,
  computePeriod,
  countDaysUntil,
  findInvalidDate,
  type RetentionFacts,
  type RetentionPeriod,
} from '../../customers/index.ts'

export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** A reminder of one deadline. Only 'sent' proves that the customer was notified. */
export interface Reminder {
  daysBefore: number
  state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed' | 'withdrawn'
  /** When it was sent, or last tried. */
  at: Date
}

/** What to do for one library with photos at one instant. */
export type Step = { period: RetentionPeriod | null } & (
  | { action: 'nothing' }
  | { action: 'skip'; reason: string }
  | { action: 'remind'; daysBefore: ReminderDays }
  | { action: 'postpone'; to: Date }
  | { action: 'expire' }
)

/** Nothing is deleted unless a reminder was sent at least this many days before. */
export const MIN_NOTICE_DAYS = 7
/**
 * How far a deletion date is postponed when that notice is no longer possible: enough for all reminders but the first.
 */
export const POSTPONED_DAYS = 30
/** Minimum number of days between two reminders of one deadline, so that late ones are not sent in a burst. */
const MIN_DAYS_APART = 3

/**
 * Applies the retention rule for one library (OP-01), a pure function. Reminders are due 60, 30, 7 and 1 days before;
 * of several missed reminders only the latest is sent. The library expires at its deletion date if a reminder was sent
 * at least 7 days before; when that is no longer possible, the date is postponed. An invalid date means that nothing is
 * done.
 */
export function planStep(
  facts: RetentionFacts,
  getReminders: (deadline: Date) => readonly Reminder[],
  now: Date,
  timeZone: string,
): Step {
  const invalidDate = findInvalidDate(facts, now)
  // The journal stores this text and recognises a repeated skip by it.
  if (invalidDate) return { action: 'skip', reason: `broken ${invalidDate} date`, period: null }
  const period = computePeriod(facts, timeZone)
  const remainingDays = countDaysUntil(period.deletion, now, timeZone)
  if (remainingDays > REMINDER_DAYS[0]) return { action: 'nothing', period }
  const reminders = getReminders(period.deletion)
  if (!wasRemindedInTime(reminders, period.deletion, timeZone) && remainingDays < MIN_NOTICE_DAYS)
    return { action: 'postpone', to: addDays(now, POSTPONED_DAYS), period }
  if (now >= period.deletion) return { action: 'expire', period }
  const daysBefore = getDueReminderDays(remainingDays)
  const reminder = reminders.find(each => each.daysBefore === daysBefore)
  if (reminder && reminder.state !== 'due') return { action: 'nothing', period }
  const isTooEarly = reminders.some(
    reminder => reminder.state === 'sent' && countDaysUntil(now, reminder.at, timeZone) < MIN_DAYS_APART,
  )
  return isTooEarly ? { action: 'nothing', period } : { action: 'remind', daysBefore, period }
}

/** Returns the days of the reminder that is due when `remainingDays` are left: 60, 30, 7 or 1. */
export function getDueReminderDays(remainingDays: number): ReminderDays {
  return REMINDER_DAYS.findLast(days => remainingDays <= days) ?? REMINDER_DAYS[0]
}

/** Returns a function that filters these reminders by deadline. */
export const createDeadlineFilter =
  (reminders: readonly (Reminder & { deadline: Date })[]) =>
  (deadline: Date): readonly Reminder[] =>
    reminders.filter(reminder => reminder.deadline.getTime() === deadline.getTime())

function wasRemindedInTime(reminders: readonly Reminder[], deadline: Date, timeZone: string): boolean {
  return reminders.some(
    ({ state, at }) => state === 'sent' && countDaysUntil(deadline, at, timeZone) >= MIN_NOTICE_DAYS,
  )
}
