import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { PhotoSelection as SelectionRule } from '#contract/albums.ts'
import type { Image, PhotoPage } from '#contract/photos.ts'
import type { Place } from './month-pages.ts'
import type { Sort } from './sort.ts'

/**
 * Photos of one place in one order: the library by its months, or an album as one group. The counts of the groups are
 * told elsewhere; their photos are had page by page, INDEX_STEP of them each, every page one call away.
 */
export interface PhotoList {
  /** Its pages lie in the query cache below this name: another place or another order has another one. */
  name: string
  sort: Sort
  /** Its groups are shown whole and without a header, in sections of so many; else by month, 24 and '+N' (PL-033). */
  sections?: number
  /** One page of a group from `cursor`, from its beginning with null. Past the cache. */
  fetchPage: (group: string, limit: number, cursor: string | null, signal?: AbortSignal) => Promise<PhotoPage>
  /** Where every INDEX_STEP-th photo of a group begins; the first one is null. */
  fetchCursors: (group: string, signal?: AbortSignal) => Promise<readonly (string | null)[]>
  /** Where a photo is, asked of the service; rejects with 'not-found' if it is not in the list. */
  locate: (queries: QueryClient, imageId: string) => Promise<Place>
  /** A photo of the list as the service knows it now; rejects with 'not-found' if it is gone. */
  fetchPhoto: (imageId: string, signal?: AbortSignal) => Promise<Image>
  /** Whole groups without some of their photos, as the services take them. */
  rule: (groups: readonly { key: string; except: string[] }[]) => SelectionRule
  /** The query that tells the groups' counts. */
  counts: QueryKey
}
