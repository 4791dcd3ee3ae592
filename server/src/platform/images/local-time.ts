import { tzOffset } from '@date-fns/tz'

/** A local date-time 'YYYY-MM-DDTHH:mm:ss', and minutes east of UTC. */
interface LocalTime {
  at: string
  offset: number
}

/** Converts an instant, in ms since 1970, to the local time of an IANA zone; null for a zone or an instant that does not exist. */
export function toLocalTime(instant: number, timeZone: string): LocalTime | null {
  const offset = Math.trunc(tzOffset(timeZone, new Date(instant)))
  const local = new Date(instant + offset * 60_000)
  return Number.isNaN(local.getTime()) ? null : { at: local.toISOString().slice(0, 19), offset }
}
