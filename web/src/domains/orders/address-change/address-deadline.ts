import { countDaysLeft, type Deadline } from '#contract/deadline.ts'
import { deadlineLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useClock } from '#web/platform/operations/use-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** The last minutes are shown as a warning. */
const WARNING_MINUTES = 15

export interface AddressDeadline {
  /** '14:00', with the day when that is not today, in the brand's time zone. */
  time: string
  /** '2 h 10 min'; absent while it is a day or more. */
  timeLeft: string | undefined
  isUrgent: boolean
}

/** Returns the time left until an end, updated each minute; undefined once it is over. */
export function useAddressDeadline(texts: Texts, until: Deadline | undefined): AddressDeadline | undefined {
  const minutes = useClock(() => countMinutesUntil(until))
  return until === undefined || minutes === undefined ? undefined : formatDeadline(texts, until, minutes)
}

/** Counts the whole minutes left; undefined when the time is over. */
function countMinutesUntil(until: Deadline | undefined): number | undefined {
  const msLeft = until === undefined ? 0 : Date.parse(until) - Date.now()
  return msLeft > 0 ? Math.floor(msLeft / MINUTE_MS) : undefined
}

function formatDeadline(texts: Texts, until: Deadline, minutes: number): AddressDeadline {
  const isToday = countDaysLeft(until, Date.now(), texts.timeZone) === 0
  return {
    time: deadlineLabel(texts, until, isToday ? 'time' : 'weekday-time'),
    timeLeft: minutes < DAY_MINUTES ? formatTimeLeft(texts, minutes) : undefined,
    isUrgent: minutes < WARNING_MINUTES,
  }
}

function formatTimeLeft({ text }: Texts, minutes: number): string {
  const hours = Math.floor(minutes / HOUR_MINUTES)
  return hours > 0
    ? text('order.address.hours-left', { hours, minutes: minutes % HOUR_MINUTES })
    : text('order.address.minutes-left', { minutes })
}
