import type { AlbumSortKey } from '#contract/albums.ts'
import type { SortOrder } from '#contract/photos.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'

/** The order of the albums list. */
export interface AlbumSort {
  key: AlbumSortKey
  order: SortOrder
}

const stored = createStoredValue('keepsake.sort.albums', isAlbumSort)

/** Loads the order stored on this device, else newest first. Ignores an invalid stored value. */
export const readAlbumSort = (): AlbumSort => stored.read() ?? { key: 'created', order: 'desc' }

/** Stores the order on this device; without storage it lasts until the page is reloaded. */
export const writeAlbumSort = stored.write

const KEYS: readonly unknown[] = ['created', 'updated', 'albumName'] satisfies AlbumSortKey[]

function isAlbumSort(value: unknown): value is AlbumSort {
  if (typeof value !== 'object' || value === null) return false
  const { key, order } = value as Record<string, unknown>
  return KEYS.includes(key) && (order === 'asc' || order === 'desc')
}
