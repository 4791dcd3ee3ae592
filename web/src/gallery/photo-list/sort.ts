import type { SortKey, SortOrder } from '#contract/photos.ts'

/** The order of the photos of a list. */
export interface Sort {
  key: SortKey
  order: SortOrder
}
