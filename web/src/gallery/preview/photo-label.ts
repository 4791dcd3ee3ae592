import { takenDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { ShownPhoto } from './use-shown-photo.ts'

/** Formats the accessible name of a photo, as in the grid: 'Photo 12 of 340, taken 3 May 2024'. */
export function formatPhotoLabel(texts: Texts, { position, image }: ShownPhoto, total: number): string {
  const takenDay = takenDayLabel(texts, image)
  return texts.text('photos.tile.label', {
    position: position + 1,
    total,
    dated: takenDay ? 'yes' : 'no',
    date: takenDay ?? '',
    selected: 'no',
  })
}
