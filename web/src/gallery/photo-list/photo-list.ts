import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { PhotoSelection as SelectionRule } from '#contract/photo-selection.ts'
import type { Image, PhotoPage } from '#contract/photos.ts'
import type { MonthPosition } from './month-pages.ts'
import type { Sort } from './sort.ts'

/**
 * Data source of a photo grid in one order: the library grouped by month, or an album as one group. The counts of the
 * groups come from the `counts` query; photos are fetched in pages of INDEX_STEP, each with a single call.
 */
export interface PhotoList {
  /** Name of its pages in the query cache: unique per source and order. */
  name: string
  sort: Sort
  /** Photos per section: groups are shown whole without a header. Undefined: months with 24 and '+N'. */
  sections?: number
  /** Fetches a page of a group from `cursor`, null for its beginning. Bypasses the cache. */
  fetchPage: (group: string, limit: number, cursor: string | null, signal?: AbortSignal) => Promise<PhotoPage>
  /** Cursors of every INDEX_STEP-th photo of a group; the first one is null. */
  fetchCursors: (group: string, signal?: AbortSignal) => Promise<readonly (string | null)[]>
  /** Fetches a photo's position from the service; rejects with 'not-found' if it is not in the list. */
  locate: (queries: QueryClient, imageId: string) => Promise<MonthPosition>
  /** Fetches the current state of a photo; rejects with 'not-found' if it is no longer in the list. */
  fetchPhoto: (imageId: string, signal?: AbortSignal) => Promise<Image>
  /** Selection rule for whole groups with exceptions, as the services accept it. */
  rule: (groups: readonly { key: string; except: string[] }[]) => SelectionRule
  /** Key of the query for the groups' counts. */
  counts: QueryKey
}
