/** Returns an iCalendar file (RFC 5545) with an all-day event on `day` ('YYYY-MM-DD') and an alarm a week before. */
export function createCalendar(title: string, day: string, uid: string, now: Date): string {
  const nextDay = new Date(`${day}T00:00:00Z`)
  nextDay.setUTCDate(nextDay.getUTCDate() + 1)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keepsake//Storage//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${compact(now.toISOString().slice(0, 19))}Z`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(nextDay.toISOString().slice(0, 10))}`,
    `SUMMARY:${escapeText(title)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-P7D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

const compact = (text: string) => text.replaceAll(/[-:]/g, '')
const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Folds a content line at 75 octets; continuation lines begin with a space. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const char of line) {
    if (new TextEncoder().encode(part + char).length > 74) {
      parts.push(part)
      part = ''
    }
    part += char
  }
  return [...parts, part].join('\r\n ')
}
