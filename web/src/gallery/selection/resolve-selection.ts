import { PHOTOS_PAGE, type PhotoPage } from '#contract/photos.ts'
import type { Selection } from './selection.ts'

/** Fetches a page of a month: 500 photos from `cursor`, null for its beginning. */
export type FetchPage = (month: string, limit: number, cursor: string | null) => Promise<PhotoPage>

/**
 * Fetches all ids of a selection. Whole months are fetched page by page, so photos that are not loaded are included (PL-051)
 * and exceptions are excluded. Rejects when a page cannot be fetched: it never returns a part of the selection.
 */
export async function resolveSelection(selection: Selection, fetchPage: FetchPage): Promise<string[]> {
  const ids = new Set<string>()
  for (const singles of selection.singles.values()) for (const id of singles) ids.add(id)
  for (const [month, exceptions] of selection.months) {
    let cursor: string | null = null
    do {
      const page: PhotoPage = await fetchPage(month, PHOTOS_PAGE, cursor)
      for (const { imageId } of page.images) if (!exceptions.has(imageId)) ids.add(imageId)
      cursor = page.cursor
    } while (cursor !== null)
  }
  return [...ids]
}
