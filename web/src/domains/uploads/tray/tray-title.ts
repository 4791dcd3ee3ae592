import type { Texts } from '#web/platform/i18n/texts.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { countSavedPhotos } from '../queue/counts.ts'
import { formatSavedText } from '../queue/saved-text.ts'

/** Returns the title of the tray: the number of photos that are being added, or were. */
export function formatTrayTitle(texts: Pick<Texts, 'text'>, { counts, queue }: UploadsState): string {
  if (counts.unsent > 0) return texts.text('upload.tray.title', { count: counts.photos })
  if (counts.received === 0) return texts.text('upload.tray.problems', { count: counts.problems })
  return formatSavedText(texts, countSavedPhotos(queue), queue[0]?.albumId)
}
