import type { Album } from '#contract/albums.ts'
import { daysSince, instantShortDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** 'Created 03 May 2024', in `timeZone` (PL-069). */
export function creationDateText(
  texts: Texts,
  { created }: Pick<Album, 'created'>,
  timeZone: string,
): string {
  return texts.text('albums.created', { date: instantShortDayLabel(texts, created, timeZone) })
}

/** 'Created today', 'Created yesterday' or the date (PL-077). */
export function relativeCreationDateText(
  texts: Texts,
  album: Pick<Album, 'created'>,
  timeZone: string,
  now: number,
): string {
  const days = daysSince(album.created, timeZone, now)
  if (days === 0) return texts.text('albums.created-today')
  return days === 1 ? texts.text('albums.created-yesterday') : creationDateText(texts, album, timeZone)
}
