import type { Image } from '#contract/photos.ts'
import { waitForFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { findSmallVariant } from './small-variant.ts'

/**
 * Requests what the tiles of these photos show first, before they are rendered. The `img` elements share the
 * request. A tile requests a failed picture again.
 */
export function requestPictures(photos: readonly Image[]): void {
  const pictures = photos.flatMap(photo => {
    const url = photo.state === 'ready' && findSmallVariant(photo)?.url
    if (!url) return []
    const picture = new Image()
    picture.fetchPriority = 'high'
    picture.src = url
    return [picture]
  })
  // The browser forgets a loaded picture that no element has.
  void waitForFirstScreen().then(() => pictures.splice(0))
}
