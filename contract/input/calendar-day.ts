/** The calendar day of an instant in an IANA time zone, as YYYY-MM-DD. */
export function formatCalendarDay(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const getPart = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return `${getPart('year').padStart(4, '0')}-${getPart('month')}-${getPart('day')}`
}
