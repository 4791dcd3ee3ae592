/** A day of the demo library: so many days before now, or a day of the year so many seasons back. */
export type Day = { daysAgo: number } | { month: number; day: number; yearsAgo: number }

/** A wall-clock time and the offset from UTC a camera would have noted with it. */
export type Moment = { year: number; month: number; day: number; time: string; offset: string }

/** How many days before now belong to the `daysAgo` pictures alone; seasonal days keep out of them. */
const newestDays = 35

/**
 * The moment `time` ('HH:MM:SS') of a day, `later` days on. A seasonal day falls in the latest year in which it is
 * at least five weeks past, less `yearsAgo`; so nothing is ever in the future and autumn stays in autumn.
 */
export function momentOf(day: Day, later: number, time: string, now: Date, offset?: string): Moment {
  const date = new Date(startOf(day, now) + later * 86_400_000)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    time,
    offset: offset ?? centralEuropean(date),
  }
}

/** 'YYYY:MM:DD HH:MM:SS' as Exif writes it. */
export function exifTime({ year, month, day, time }: Moment): string {
  return `${year}:${two(month)}:${two(day)} ${time}`
}

/** 'YYYY-MM-DDTHH:MM:SS', the wall clock alone. */
export function wallClock({ year, month, day, time }: Moment): string {
  return `${year}-${two(month)}-${two(day)}T${time}`
}

/** 'YYYYMMDD_HHMMSS' as cameras name their files. */
export function cameraName({ year, month, day, time }: Moment): string {
  return `${year}${two(month)}${two(day)}_${time.replaceAll(':', '')}`
}

function startOf(day: Day, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  if ('daysAgo' in day) return today - day.daysAgo * 86_400_000
  const inYear = (year: number) => Date.UTC(year, day.month - 1, day.day)
  let year = now.getUTCFullYear()
  while (inYear(year) > today - newestDays * 86_400_000) year--
  return inYear(year - day.yearsAgo)
}

/** Summer time from the last Sunday of March to the last Sunday of October (Directive 2000/84/EC), by the day. */
function centralEuropean(date: Date): string {
  const lastSunday = (month: number) => {
    const end = new Date(Date.UTC(date.getUTCFullYear(), month, 0))
    return end.getTime() - end.getUTCDay() * 86_400_000
  }
  return date.getTime() >= lastSunday(3) && date.getTime() < lastSunday(10) ? '+02:00' : '+01:00'
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}
