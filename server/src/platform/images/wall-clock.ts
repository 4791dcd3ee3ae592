/** A local date-time 'YYYY-MM-DDTHH:mm:ss' (wall-clock time), with its zone if known. */
export type WallClock = { at: string; offset: number | null }

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const WALL_CLOCK_PATTERN =
  /^(\d{4})[:\-/.](\d{1,2})[:\-/.](\d{1,2})(?:[T ]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)? *(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads the forms of Exif ('2024:05:03 14:15:00'), XMP and IPTC (ISO 8601); null for anything blank or impossible. */
export const parseWallClock = (text: string): WallClock | null => {
  const match = WALL_CLOCK_PATTERN.exec(text.trim())
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0))
  const at = formatWallClock({
    year: year!,
    month: month!,
    day: day!,
    hour: hour!,
    minute: minute!,
    second: second!,
  })
  return at === null ? null : { at, offset: parseOffset(match[7] ?? '') }
}

/**
 * Returns minutes east of UTC from 'Z', '+02:00' or '+0200'; null when malformed or outside the range of real zones.
 */
export const parseOffset = (text: string): number | null => {
  const match = /^(?:(Z)|([+-])(\d{2}):?(\d{2}))$/i.exec(text.trim())
  if (!match) return null
  if (match[1]) return 0
  const minutes = Number(match[3]) * 60 + Number(match[4])
  if (Number(match[4]) > 59 || minutes > 14 * 60) return null
  return match[2] === '-' && minutes > 0 ? -minutes : minutes
}

/** Returns null for days and times that do not exist; a leap second becomes the second before. */
export const formatWallClock = ({ year, month, day, hour, minute, second }: Parts): string | null => {
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= countDaysOfMonth(year, month)
  if (!exists || hour > 23 || minute > 59 || second > 60) return null
  const date = [pad(year, 4), pad(month), pad(day)].join('-')
  return `${date}T${[hour, minute, Math.min(second, 59)].map(part => pad(part)).join(':')}`
}

/**
 * Whether a photo can have been taken at this time: not before photography (1826), and not later than a day from `now`
 * (a day covers every zone, since a local date-time has none).
 */
export const isPlausible = (at: string, now: Date) =>
  at >= '1826-01-01' && Date.parse(`${at}Z`) <= now.getTime() + 86_400_000

const countDaysOfMonth = (year: number, month: number) => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')
