import { REMINDER_DAYS } from '#contract/retention.ts'
import {
  addDays,
  computePeriod,
  countDaysUntil,
  findInvalidDate,
  POSTPONED_DAYS,
  type RetentionFacts,
} from './period.ts'

export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** A reminder of one deadline. Only 'sent' proves that the customer was notified. */
export interface Reminder {
  daysBefore: number
  state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed' | 'withdrawn'
  /** When it was sent, or last tried. */
  at: Date
}

export type GetReminders = (deadline: Date) => readonly Reminder[]

/** Nothing is deleted unless a reminder was sent at least this many days before. */
export const MIN_NOTICE_DAYS = 7
/** A reminder allows the deletion for this many days after its date; later than that the customer is reminded again. */
const NOTICE_VALID_DAYS = 7

/**
 * Returns the earliest instant at which the photos and saved projects can be deleted: the only source of the date on
 * screens, in mails and for the worker. It is never past. As long as there is no order, no delay and no failing mail it
 * never becomes earlier, so nothing is deleted before a date that was displayed.
 */
export function findEarliestDeletion(
  facts: RetentionFacts,
  getReminders: GetReminders,
  now: Date,
  timeZone: string,
): Date {
  const { deletion } = computePeriod(facts, timeZone)
  const postponed = addDays(now, POSTPONED_DAYS)
  // Nothing is deleted because of an invalid date, whose own end may be any instant.
  if (findInvalidDate(facts, now)) return deletion > postponed ? deletion : postponed
  if (!canDeleteAt(deletion, facts, getReminders(deletion), now, timeZone)) return postponed
  return deletion > now ? deletion : now
}

/** Whether the customer was reminded of that date in time, or still can be. */
function canDeleteAt(
  deletion: Date,
  { lastUploadedAt }: RetentionFacts,
  reminders: readonly Reminder[],
  now: Date,
  timeZone: string,
): boolean {
  const remainingDays = countDaysUntil(deletion, now, timeZone)
  // A library that was empty at its date, or whose runs did not take place, is reminded again.
  if (remainingDays < -NOTICE_VALID_DAYS) return false
  if (now >= deletion && lastUploadedAt && lastUploadedAt > deletion) return false
  const wasRemindedInTime = reminders.some(
    ({ state, at }) => state === 'sent' && countDaysUntil(deletion, at, timeZone) >= MIN_NOTICE_DAYS,
  )
  if (wasRemindedInTime || remainingDays > MIN_NOTICE_DAYS) return true
  if (remainingDays < MIN_NOTICE_DAYS) return false
  const last = reminders.find(({ daysBefore }) => daysBefore === MIN_NOTICE_DAYS)
  return !last || last.state === 'due' || last.state === 'sending'
}

/**
 * Returns the facts with a delayed date of customer care, or without one. A date that becomes earlier is at least 30 days
 * from now, although the customer may have been reminded of it before the delay.
 */
export function setDelay(
  facts: RetentionFacts,
  delayedDeletionAt: Date | null,
  getReminders: GetReminders,
  now: Date,
  timeZone: string,
): RetentionFacts {
  const delayed = { ...facts, delayedDeletionAt }
  const before = findEarliestDeletion(facts, getReminders, now, timeZone)
  const after = findEarliestDeletion(delayed, getReminders, now, timeZone)
  const postponed = addDays(now, POSTPONED_DAYS)
  return after < before && after < postponed ? { ...delayed, movedDeletionAt: postponed } : delayed
}

/** Returns the deletion date after the activation of a legacy library: late enough for all reminders. */
export function findReactivatedDeletion(deletion: Date, now: Date): Date {
  const allReminders = addDays(now, REMINDER_DAYS[0])
  return deletion >= allReminders ? deletion : allReminders
}

/** Returns the days of the reminder that is due when `remainingDays` are left: 60, 30, 7 or 1. */
export function getDueReminderDays(remainingDays: number): ReminderDays {
  return REMINDER_DAYS.findLast(days => remainingDays <= days) ?? REMINDER_DAYS[0]
}
