import type { QueryClient } from '@tanstack/react-query'
import type { Image, PhotoPage } from '#contract/photos.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { takenDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { photoKeys } from '../queries.ts'

/**
 * Returns the first and last day on which the photos were taken, as a sentence. Undefined if no photo has a date, or if
 * not all of them are in the cache: the span would be wrong.
 */
export async function formatDateSpan(
  queries: QueryClient,
  texts: Texts,
  targets: PhotoTargets,
): Promise<string | undefined> {
  const missingIds = new Set(await targets.ids())
  const photos: Image[] = []
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: photoKeys.pages })) {
    if (key[4] === 'index') continue
    for (const image of page?.images ?? [])
      if (missingIds.delete(image.imageId) && image.dateTaken) photos.push(image)
  }
  if (missingIds.size > 0 || photos.length === 0) return undefined
  photos.sort((a, b) => (a.dateTaken! < b.dateTaken! ? -1 : 1))
  const [from, to] = [takenDayLabel(texts, photos[0]!), takenDayLabel(texts, photos.at(-1)!)]
  if (!from || !to) return undefined
  return from === to ? texts.text('delete.span-day', { day: from }) : texts.text('delete.span', { from, to })
}
