import { useEffect, useState } from 'react'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** The clock warns in the last minutes. */
const WARNING_MINUTES = 15

export interface AddressClock {
  /** '14:00', with the day when that is not today, in the brand's time zone. */
  time: string
  /** '2 h 10 min'; absent while it is a day or more. */
  left: string | undefined
  isUrgent: boolean
}

/** The time left until an instant, updated each minute; undefined once it is over. */
export function useAddressClock(texts: Texts, until: string | undefined, timeZone: string) {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Date.parse(until) - now
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), (left % MINUTE_MS) + 1)
    return () => clearTimeout(timer)
  }, [left])
  return until !== undefined && left > 0 ? clockOf(texts, until, { left, now, timeZone }) : undefined
}

function clockOf(
  texts: Texts,
  until: string,
  { left, now, timeZone }: { left: number; now: number; timeZone: string },
): AddressClock {
  const day = (instant: string) => instantLabel(texts, instant, timeZone, 'day')
  const isToday = day(until) === day(new Date(now).toISOString())
  const minutes = Math.floor(left / MINUTE_MS)
  return {
    time: instantLabel(texts, until, timeZone, isToday ? 'time' : 'weekday-time'),
    left: minutes < DAY_MINUTES ? leftLabel(texts, minutes) : undefined,
    isUrgent: minutes < WARNING_MINUTES,
  }
}

function leftLabel({ text }: Texts, minutes: number): string {
  const hours = Math.floor(minutes / HOUR_MINUTES)
  return hours > 0
    ? text('order.address.hours-left', { hours, minutes: minutes % HOUR_MINUTES })
    : text('order.address.minutes-left', { minutes })
}
