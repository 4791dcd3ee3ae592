import type { Image } from '#contract/photos.ts'
import { findTileVariant } from '../../tile/shown-variant.ts'
import { hasFullView, isCut } from '../slides/full-view.ts'
import styles from './zoom.module.css'

/** The whole photo in small with a frame around the part that the stage shows. Inside of the stage, whose properties it reads. */
export function ZoomMap({ image }: { image: Image }) {
  const variant = findTileVariant(image)
  if (!variant) return null
  // The variant of a panorama is its middle; the original is loaded already.
  const isOriginal = isCut(variant, image) && hasFullView(image)
  return (
    <div
      className={styles.map}
      data-chrome
      data-zoom-map
      data-whole={isOriginal || !isCut(variant, image) || undefined}
      aria-hidden
      style={{ '--ratio': image.visibleWidth / image.visibleHeight } as React.CSSProperties}
    >
      <img src={isOriginal ? image.untouchedUrl : variant.url} alt="" draggable={false} />
      <span className={styles.frame} />
    </div>
  )
}

/** Scale from which the map is shown (NX-255). */
export const MAP_SCALE = 1.5
