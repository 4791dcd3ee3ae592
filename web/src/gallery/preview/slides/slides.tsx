import { useEffect, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { PhotoSequence } from '../../photo-list/photo-sequence.ts'
import { fitPicture, type Size } from '../gestures/zoom.ts'
import styles from '../preview.module.css'
import type { ShownPhoto } from '../use-shown-photo.ts'
import { Picture } from './picture.tsx'
import { useNeighbours } from './use-neighbours.ts'

/** Number of photos rendered on each side. */
const NEIGHBOUR_RADIUS = 2

/**
 * The shown photo and its neighbours side by side. They are keyed by photo, so a neighbour that becomes the shown photo
 * keeps its picture and slides to its new position.
 */
export function Slides({ shown, sequence, size, scale, renew, label }: SlidesProps) {
  const neighbours = useNeighbours(sequence, shown.position, NEIGHBOUR_RADIUS)
  // Neighbours load after the shown photo.
  const [loadedId, setLoadedId] = useState<string>()
  const sharp = useSharpPicture(shown.image.imageId, scale)
  const slides = [...neighbours, [shown.position, shown.image] as const]
    .filter(([position, image]) => position === shown.position || image.imageId !== shown.image.imageId)
    .map(([position, image]) => ({
      place: position - shown.position,
      image: position === shown.position ? shown.image : image,
    }))
  const slideById = new Map(slides.map(slide => [slide.image.imageId, slide]))
  return [...slideById.values()].map(({ place, image }) => (
    <div
      key={image.imageId}
      className={classes('ui-centered ui-cover', styles.slide)}
      style={{ '--place': place } as React.CSSProperties}
      data-current={place === 0 || undefined}
      aria-hidden={place !== 0}
    >
      <div className={classes('ui-centered', styles.zoom)}>
        <Picture
          image={image}
          box={fitPicture({ width: image.visibleWidth, height: image.visibleHeight }, size)}
          label={place === 0 ? label : ''}
          large={place === 0 || loadedId === shown.image.imageId}
          sharp={place === 0 && sharp}
          urgent={place === 0}
          onLarge={place === 0 ? setLoadedId : undefined}
          renew={renew}
        />
      </div>
    </div>
  ))
}

export interface SlidesProps {
  shown: ShownPhoto
  sequence: PhotoSequence
  /** Size of the stage. */
  size: Size
  scale: number
  renew: (imageId: string) => Promise<void>
  label: string
}

/** True from the first zoom of a photo until another one is shown. */
function useSharpPicture(imageId: string, scale: number) {
  const [sharp, setSharp] = useState<string>()
  useEffect(() => {
    if (scale > 1) setSharp(imageId)
  }, [imageId, scale])
  return sharp === imageId
}
