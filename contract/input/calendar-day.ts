/** Formats the calendar day of an instant in an IANA time zone, as YYYY-MM-DD. */
export function formatCalendarDay(instant: Date, timeZone: string): string {
  const parts = getFormat(timeZone).formatToParts(instant)
  const getPart = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${getPart('year').padStart(4, '0')}-${getPart('month')}-${getPart('day')}`
}

/** Creating a format takes a hundred times as long as using it. */
const formatsByTimeZone = new Map<string, Intl.DateTimeFormat>()

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formatsByTimeZone.get(timeZone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formatsByTimeZone.set(timeZone, format)
  return format
}
