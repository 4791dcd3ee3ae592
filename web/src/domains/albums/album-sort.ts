import type { AlbumSortKey } from '#contract/albums.ts'
import type { SortOrder } from '#contract/photos.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'

/** The order of the albums list. */
export interface AlbumSort {
  key: AlbumSortKey
  order: SortOrder
}

/** Loads the order stored on this device, else newest first. Ignores an invalid stored value. */
export function readAlbumSort(open?: () => Storage): AlbumSort {
  const { key, order } = preference(open).read() ?? NEWEST_FIRST
  return { key, order }
}

/** Stores the order on this device; without storage it lasts until the page is reloaded. */
export function writeAlbumSort(sort: AlbumSort, open?: () => Storage): void {
  preference(open).write(sort)
}

const NEWEST_FIRST: AlbumSort = { key: 'created', order: 'desc' }
const KEYS: readonly unknown[] = ['created', 'updated', 'albumName'] satisfies AlbumSortKey[]

const preference = (open?: () => Storage) => createStoredValue('keepsake.sort.albums', isAlbumSort, open)

function isAlbumSort(value: unknown): value is AlbumSort {
  if (typeof value !== 'object' || value === null) return false
  const { key, order } = value as Record<string, unknown>
  return KEYS.includes(key) && (order === 'asc' || order === 'desc')
}
