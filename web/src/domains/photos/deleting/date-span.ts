import type { QueryClient } from '@tanstack/react-query'
import type { PhotoPage } from '#contract/photos.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
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
  const dates: string[] = []
  for (const [key, page] of queries.getQueriesData<PhotoPage>({ queryKey: photoKeys.pages })) {
    if (key[4] === 'index') continue
    for (const { imageId, dateTaken } of page?.images ?? []) {
      if (missingIds.delete(imageId) && dateTaken) dates.push(dateTaken)
    }
  }
  if (missingIds.size > 0 || dates.length === 0) return undefined
  dates.sort()
  const [from, to] = [dayLabel(texts, dates[0]), dayLabel(texts, dates.at(-1))]
  if (!from || !to) return undefined
  return from === to ? texts.text('delete.span-day', { day: from }) : texts.text('delete.span', { from, to })
}
