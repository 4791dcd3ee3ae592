import { createContext, use } from 'react'
import type { Image } from '#contract/photos.ts'

/**
 * Photos in the order the page below shows them, by position from 0. Neighbours are loaded on demand, across pages and
 * months; nothing is promised to stay in memory. A new object is given whenever the order may have changed.
 */
export interface PhotoSequence {
  total: number
  /** Position of a photo, null if it is not (or no longer) among them. Rejects if it cannot be asked. */
  indexOf: (imageId: string) => Promise<number | null>
  /** The photo at a position, null outside or if it has just gone. Rejects if it cannot be loaded. */
  at: (index: number) => Promise<Image | null>
  /** The photo at a position if it is in memory. */
  peek: (index: number) => Image | undefined
}

/** What a page with photos offers the preview above it. */
export interface PhotosBelow {
  /** The sequence says nothing before it is 'ready': an empty one may not be known yet. */
  status: 'pending' | 'error' | 'ready'
  sequence: PhotoSequence
  /** A photo of the page with addresses that work; null if it is gone. Rejects if it cannot be asked. */
  freshPhoto: (imageId: string) => Promise<Image | null>
  /** Brings the photo's tile into view if it is not and focuses it (OP-93); false if the photo is not on the page. */
  revealPhoto: (imageId: string) => Promise<boolean>
  /** The tile that shows the photo now, for growing out of it and closing back into it. */
  findTile: (imageId: string) => HTMLElement | undefined
}

export const PhotosBelowContext = createContext<PhotosBelow | null>(null)

/** The photos of the page below; throws outside one. */
export function usePhotosBelow(): PhotosBelow {
  const below = use(PhotosBelowContext)
  if (!below) throw new Error('usePhotosBelow needs a page with photos above it')
  return below
}
