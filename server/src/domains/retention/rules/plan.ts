import { REMINDER_DAYS } from '#contract/retention.ts'
import {
  computePeriod,
  countDaysUntil,
  findEarliestDeletion,
  findInvalidDate,
  type GetReminders,
  getDueReminderDays,
  type Reminder,
  type ReminderDays,
  type RetentionFacts,
  type RetentionPeriod,
} from '../../customers/index.ts'

/** What to do for one library with photos at one instant. */
export type Step = { period: RetentionPeriod | null } & (
  | { action: 'nothing' }
  | { action: 'skip'; reason: string }
  | { action: 'remind'; daysBefore: ReminderDays }
  | { action: 'postpone'; to: Date }
  | { action: 'expire' }
)

/** Minimum number of days between two reminders of one deadline, so that late ones are not sent in a burst. */
const MIN_DAYS_APART = 3

/**
 * Applies the retention rule for one library, a pure function. Reminders are due 60, 30, 7 and 1 days before;
 * of several missed reminders only the latest is sent. The library expires at the date that `findEarliestDeletion`
 * displays before; a date that it no longer allows is postponed. An invalid date means that nothing is done.
 */
export function planStep(
  facts: RetentionFacts,
  getReminders: GetReminders,
  now: Date,
  timeZone: string,
): Step {
  const invalidDate = findInvalidDate(facts, now)
  // The journal stores this text and recognises a repeated skip by it.
  if (invalidDate) return { action: 'skip', reason: `broken ${invalidDate} date`, period: null }
  const period = computePeriod(facts, timeZone)
  const remainingDays = countDaysUntil(period.deletion, now, timeZone)
  if (remainingDays > REMINDER_DAYS[0]) return { action: 'nothing', period }
  const earliest = findEarliestDeletion(facts, getReminders, now, timeZone)
  if (earliest <= now) return { action: 'expire', period }
  if (earliest > period.deletion) return { action: 'postpone', to: earliest, period }
  const reminders = getReminders(period.deletion)
  const daysBefore = getDueReminderDays(remainingDays)
  const reminder = reminders.find(each => each.daysBefore === daysBefore)
  if (reminder && reminder.state !== 'due') return { action: 'nothing', period }
  const isTooEarly = reminders.some(
    reminder => reminder.state === 'sent' && countDaysUntil(now, reminder.at, timeZone) < MIN_DAYS_APART,
  )
  return isTooEarly ? { action: 'nothing', period } : { action: 'remind', daysBefore, period }
}

/**
 * Returns the state of a due reminder that must not be sent any more, or null. 'withdrawn': its deadline is no longer the
 * deletion date. 'missed': another reminder is due instead, or the deletion is about to be postponed, so that the mail
 * would announce what cannot happen.
 */
export function findOutdatedState(
  facts: RetentionFacts,
  getReminders: GetReminders,
  { deadline, daysBefore }: { deadline: Date; daysBefore: number },
  now: Date,
  timeZone: string,
): 'withdrawn' | 'missed' | null {
  if (findInvalidDate(facts, now)) return 'withdrawn'
  const { deletion } = computePeriod(facts, timeZone)
  if (deletion.getTime() !== deadline.getTime()) return 'withdrawn'
  if (getDueReminderDays(countDaysUntil(deletion, now, timeZone)) !== daysBefore) return 'missed'
  const earliest = findEarliestDeletion(facts, getReminders, now, timeZone)
  return now >= deletion || earliest > deletion ? 'missed' : null
}

/** Returns a function that filters these reminders by deadline. */
export const createDeadlineFilter =
  (reminders: readonly (Reminder & { deadline: Date })[]) =>
  (deadline: Date): readonly Reminder[] =>
    reminders.filter(reminder => reminder.deadline.getTime() === deadline.getTime())
