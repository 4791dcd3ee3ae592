import { createContext, use } from 'react'
import type { Image } from '#contract/photos.ts'

/**
 * Photos in the order the page below shows them, by position from 0. Neighbours are loaded on demand, across pages and
 * months, and may be evicted from the cache. A new object is created whenever the order may have changed.
 */
export interface PhotoSequence {
  total: number
  /** Position of a photo, null if the sequence does not (or no longer) contain it. Rejects if the request fails. */
  indexOf: (imageId: string) => Promise<number | null>
  /** The photo at a position, null outside or if it has just been removed. Rejects if it cannot be loaded. */
  at: (index: number) => Promise<Image | null>
  /** The photo at a position, if it is cached. */
  peek: (index: number) => Image | undefined
}

/** Interface of a page with photos for the preview above it. */
export interface UnderlyingPhotos {
  /** The sequence is valid only when 'ready': before, it is empty although there may be photos. */
  status: 'pending' | 'error' | 'ready'
  sequence: PhotoSequence
  /** A photo of the page with valid addresses; null if it was removed. Rejects if the request fails. */
  refetchPhoto: (imageId: string) => Promise<Image | null>
  /** Scrolls the photo's tile into view and focuses it; false if the photo is not on the page. */
  revealPhoto: (imageId: string) => Promise<boolean>
  /** The tile that currently shows the photo, for the shared element transition. */
  findTile: (imageId: string) => HTMLElement | undefined
}

export const UnderlyingPhotosContext = createContext<UnderlyingPhotos | null>(null)

/** Returns the photos of the page below; throws outside such a page. */
export function useUnderlyingPhotos(): UnderlyingPhotos {
  const underlyingPhotos = use(UnderlyingPhotosContext)
  if (!underlyingPhotos) throw new Error('useUnderlyingPhotos needs a page with photos above it')
  return underlyingPhotos
}
