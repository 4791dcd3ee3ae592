import { calendarText, dayOf } from './calendar.ts'

/** Gives the customer the deletion date as a file for any calendar. */
export function calendarFile(title: string, deletionDate: string, timeZone: string): void {
  const day = dayOf(deletionDate, timeZone)
  const file = new Blob([calendarText(title, day, `photos-${day}@${location.hostname}`, new Date())], {
    type: 'text/calendar',
  })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `${day}.ics`
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
