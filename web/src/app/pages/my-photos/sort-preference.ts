import type { Sort } from '#web/gallery/index.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'

/** Pages with their own sort preference. */
export type SortedPage = 'photos' | 'foundPhotos' | 'albumPhotos' | 'sharedAlbumPhotos'

/** Loads the sort saved for a page on this device, otherwise its default; invalid stored values are ignored. */
export function readSort(page: SortedPage): Sort {
  return preference(page).read() ?? DEFAULTS[page]
}

/** Saves the sort of this page only. Without storage it lasts until the page is unmounted. */
export function writeSort(page: SortedPage, sort: Sort): void {
  preference(page).write(sort)
}

/** The labels of the sort by the time of upload. */
export const UPLOADED_LABELS = {
  asc: 'photos.sort.uploaded-asc',
  desc: 'photos.sort.uploaded-desc',
  short: 'photos.sort.uploaded',
} as const

const DEFAULTS: Record<SortedPage, Sort> = {
  photos: { key: 'dateTaken', order: 'desc' },
  foundPhotos: { key: 'dateTaken', order: 'desc' },
  albumPhotos: { key: 'created', order: 'desc' },
  sharedAlbumPhotos: { key: 'created', order: 'desc' },
}

const preference = (page: SortedPage) => createStoredValue(`keepsake.sort.${page}`, isSort)

function isSort(value: unknown): value is Sort {
  if (typeof value !== 'object' || value === null) return false
  const { key, order } = value as Record<string, unknown>
  return (key === 'created' || key === 'dateTaken') && (order === 'asc' || order === 'desc')
}
