import { PHOTOS_PAGE, type PhotoPage } from '#contract/photos.ts'
import type { Selection } from './selection.ts'

/** Fetches a page of a month: 500 photos from `cursor`, null for its beginning. */
export type FetchPage = (month: string, limit: number, cursor: string | null) => Promise<PhotoPage>

/**
 * Fetches all ids of a selection, by month. Whole months are fetched page by page, so that photos that are not loaded are
 * included (PL-051) and exceptions are excluded. Rejects when a page cannot be fetched: it never returns a part of the selection.
 */
export async function resolveSelection(
  selection: Selection,
  fetchPage: FetchPage,
): Promise<Map<string, string[]>> {
  const idsByMonth = new Map([...selection.singles].map(([month, ids]) => [month, [...ids]]))
  for (const [month, exceptions] of selection.months) {
    const ids = new Set<string>()
    let cursor: string | null = null
    do {
      const page: PhotoPage = await fetchPage(month, PHOTOS_PAGE, cursor)
      for (const { imageId } of page.images) if (!exceptions.has(imageId)) ids.add(imageId)
      cursor = page.cursor
    } while (cursor !== null)
    idsByMonth.set(month, [...ids])
  }
  return idsByMonth
}
