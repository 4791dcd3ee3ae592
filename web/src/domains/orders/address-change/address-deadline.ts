import { useEffect, useState } from 'react'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** The last minutes are shown as a warning. */
const WARNING_MINUTES = 15

export interface AddressDeadline {
  /** '14:00', with the day when that is not today, in the brand's time zone. */
  time: string
  /** '2 h 10 min'; absent while it is a day or more. */
  msLeft: string | undefined
  isUrgent: boolean
}

/** Returns the time left until an instant, updated each minute; undefined once it is over. */
export function useAddressDeadline(texts: Texts, until: string | undefined): AddressDeadline | undefined {
  const [, setShown] = useState<number>()
  useEffect(() => {
    // Renders when the minute changes; looks more often, because timers stand still while a computer sleeps.
    const timer = setInterval(() => setShown(minutesUntil(until)), SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  const minutes = minutesUntil(until)
  return until === undefined || minutes === undefined ? undefined : formatClock(texts, until, minutes)
}

/** Whole minutes left; undefined when it is over. */
function minutesUntil(until: string | undefined): number | undefined {
  const msLeft = until === undefined ? 0 : Date.parse(until) - Date.now()
  return msLeft > 0 ? Math.floor(msLeft / MINUTE_MS) : undefined
}

function formatClock(texts: Texts, until: string, minutes: number): AddressDeadline {
  const day = (instant: string) => instantLabel(texts, instant, 'day')
  const isToday = day(until) === day(new Date(Date.now()).toISOString())
  return {
    time: instantLabel(texts, until, isToday ? 'time' : 'weekday-time'),
    msLeft: minutes < DAY_MINUTES ? leftLabel(texts, minutes) : undefined,
    isUrgent: minutes < WARNING_MINUTES,
  }
}

function leftLabel({ text }: Texts, minutes: number): string {
  const hours = Math.floor(minutes / HOUR_MINUTES)
  return hours > 0
    ? text('order.address.hours-left', { hours, minutes: minutes % HOUR_MINUTES })
    : text('order.address.minutes-left', { minutes })
}
