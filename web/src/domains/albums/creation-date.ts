import type { Album } from '#contract/albums.ts'
import { daysSince, instantShortDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** 'Created 03 May 2024'. */
export function creationDateText(texts: Texts, { created }: Pick<Album, 'created'>): string {
  return texts.text('albums.created', { date: instantShortDayLabel(texts, created) })
}

/** 'Created today', 'Created yesterday' or the date. */
export function relativeCreationDateText(texts: Texts, album: Pick<Album, 'created'>, now: number): string {
  const days = daysSince(texts, album.created, now)
  if (days === 0) return texts.text('albums.created-today')
  return days === 1 ? texts.text('albums.created-yesterday') : creationDateText(texts, album)
}
