import { dayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { ShownPhoto } from './use-shown-photo.ts'

/** Accessible name of a photo, as in the grid: 'Photo 12 of 340, taken 3 May 2024'. */
export function photoLabel(texts: Texts, { position, image }: ShownPhoto, total: number): string {
  const taken = dayLabel(texts, image.dateTaken)
  return texts.text('photos.tile.label', {
    position: position + 1,
    total,
    dated: taken ? 'yes' : 'no',
    date: taken ?? '',
    selected: 'no',
  })
}
