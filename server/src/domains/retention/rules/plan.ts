import { REMINDER_DAYS } from '#contract/retention.ts'
import {
  daysLater,
  daysUntil,
  findInvalidDate,
  type Period,
  periodOf,
  type RetentionFacts,
} from './period.ts'

export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** A reminder of the deadline in question. Only 'sent' is proof that the customer was told. */
export interface Reminder {
  daysBefore: number
  state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed' | 'withdrawn'
  /** When it was sent, or last tried. */
  at: Date
}

/** What is to be done for one library with photos at one moment. */
export type Step = { period: Period | null } & (
  | { do: 'nothing' }
  | { do: 'skip'; reason: string }
  | { do: 'remind'; daysBefore: ReminderDays; again: boolean }
  | { do: 'move'; to: Date }
  | { do: 'leave' }
)

/** Nothing is deleted unless a reminder left at least this many days before. */
export const MIN_NOTICE_DAYS = 7
/** How far a deletion date moves when that cannot be kept: far enough for all but the first reminder. */
export const POSTPONED_DAYS = 30
/** Reminders of one deadline keep this distance, so that late ones do not come in a burst. */
const MIN_DAYS_APART = 3

/**
 * The whole rule for one library (OP-01), pure: reminders 60, 30, 7 and 1 days before, of several that were missed only
 * the latest; the library leaves when its instant has come and a reminder was sent at least 7 days before; where that
 * can no longer be, the date moves. A broken date changes nothing.
 */
export function planStep(
  facts: RetentionFacts,
  noticesOf: (deadline: Date) => readonly Reminder[],
  now: Date,
  timeZone: string,
): Step {
  const broken = findInvalidDate(facts, now)
  if (broken) return { do: 'skip', reason: `broken ${broken} date`, period: null }
  const period = periodOf(facts, timeZone)
  const remaining = daysUntil(period.deletion, now, timeZone)
  if (remaining > REMINDER_DAYS[0]) return { do: 'nothing', period }
  const notices = noticesOf(period.deletion)
  if (!wasRemindedInTime(notices, period.deletion, timeZone) && remaining < MIN_NOTICE_DAYS)
    return { do: 'move', to: daysLater(now, POSTPONED_DAYS), period }
  if (now >= period.deletion) return { do: 'leave', period }
  const daysBefore = dueReminder(remaining)
  const known = notices.find(notice => notice.daysBefore === daysBefore)
  if (known && known.state !== 'due') return { do: 'nothing', period }
  const recent = notices.some(
    notice => notice.state === 'sent' && daysUntil(now, notice.at, timeZone) < MIN_DAYS_APART,
  )
  return recent ? { do: 'nothing', period } : { do: 'remind', daysBefore, again: known !== undefined, period }
}

/** The reminder whose time it is that many days before: of 60, 30, 7, 1 the last one reached. */
export function dueReminder(remaining: number): ReminderDays {
  return REMINDER_DAYS.findLast(days => remaining <= days) ?? REMINDER_DAYS[0]
}

/** Of an account's reminders those of one deadline. */
export const remindersForDeadline =
  (notices: readonly (Reminder & { deadline: Date })[]) =>
  (deadline: Date): readonly Reminder[] =>
    notices.filter(notice => notice.deadline.getTime() === deadline.getTime())

function wasRemindedInTime(notices: readonly Reminder[], deadline: Date, timeZone: string): boolean {
  return notices.some(
    ({ state, at }) => state === 'sent' && daysUntil(deadline, at, timeZone) >= MIN_NOTICE_DAYS,
  )
}
