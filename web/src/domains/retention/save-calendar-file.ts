import { saveFile } from '#web/platform/files/save-file.ts'
import { calendarText, dayOf } from './icalendar.ts'

/** Saves the deletion date as an iCalendar file. */
export function saveCalendarFile(title: string, deletionDate: string, timeZone: string): void {
  const day = dayOf(deletionDate, timeZone)
  const file = new Blob([calendarText(title, day, `photos-${day}@${location.hostname}`, new Date())], {
    type: 'text/calendar',
  })
  const url = URL.createObjectURL(file)
  saveFile(url, `${day}.ics`)
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
