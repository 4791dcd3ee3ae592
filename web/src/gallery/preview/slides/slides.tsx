import ImageOff from 'lucide-react/icons/image-off'
import { useEffect, useRef, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { PhotoSequence } from '../../photo-list/photo-sequence.ts'
import { getAverageColour } from '../../tile/placeholders.ts'
import { findTileVariant } from '../../tile/shown-variant.ts'
import { findSmallVariant } from '../../tile/small-variant.ts'
import { usePlaceholder } from '../../tile/tile-picture.tsx'
import { fitPicture, type Size } from '../gestures/zoom.ts'
import styles from '../preview.module.css'
import type { ShownPhoto } from '../use-shown-photo.ts'
import { hasFullView, isCut } from './full-view.ts'
import { PictureLayer } from './picture-layer.tsx'
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

/**
 * A photo in layers of increasing resolution, each shown over the one below once it is decoded, so nothing flashes:
 * blurred placeholder, the variant that the tile shows, the 1300 variant, and the untouched original, for HEIC its large
 * rendering, when `sharp` or when the 1300 variant is only the middle of the shown photo, unless it is too large.
 */
export function Picture({ image, box, label, large, sharp, urgent, onLarge, renew }: PictureProps) {
  const { text } = useTexts()
  const placeholder = usePlaceholder(image.placeholder)
  const [broken, setBroken] = useBrokenPicture(image, renew)
  const largeVariant = findLargeVariant(image)
  const thumbnail = findTileVariant(image)
  const isReady = image.state === 'ready' && largeVariant !== undefined
  const hasMore =
    largeVariant !== undefined &&
    (image.visibleWidth > largeVariant.width || image.visibleHeight > largeVariant.height) &&
    hasFullView(image)
  return (
    <div
      role="img"
      aria-label={label || undefined}
      className={classes('ui-centered', styles.picture)}
      data-picture={urgent || undefined}
      style={
        {
          '--width': `${box.width}px`,
          '--height': `${box.height}px`,
          backgroundColor: (image.placeholder && getAverageColour(image.placeholder)) || undefined,
          backgroundImage: placeholder && `url(${placeholder})`,
          backgroundSize: getPlaceholderSize(image),
        } as React.CSSProperties
      }
    >
      {isReady && !broken && (
        <>
          {thumbnail && <PictureLayer src={thumbnail.url} isCached />}
          {large && largeVariant !== thumbnail && (
            <PictureLayer
              src={largeVariant.url}
              urgent={urgent}
              onShown={() => onLarge?.(image.imageId)}
              onBroken={setBroken}
            />
          )}
          {hasMore && (sharp || (urgent && isCut(largeVariant, image))) && (
            <PictureLayer src={image.untouchedUrl} urgent />
          )}
        </>
      )}
      {image.state === 'processing' && (
        <p className={classes('ui-stack16', styles.note)}>{text('preview.processing')}</p>
      )}
      {(image.state === 'failed' || broken) && (
        <div className={classes('ui-stack16', styles.note)} role={urgent ? 'alert' : undefined}>
          <Icon of={ImageOff} size={32} strokeWidth={1.5} />
          <p>{text(image.state === 'failed' ? 'photos.tile.failed' : 'preview.load-failed')}</p>
          {broken && <Button onClick={() => setBroken(undefined)}>{text('action.try-again')}</Button>}
        </div>
      )}
    </div>
  )
}

interface PictureProps {
  image: Image
  /** Size of the fitted picture. */
  box: Size
  /** Alternative text; '' for neighbours. */
  label: string
  /** Whether to load the 1300 variant. */
  large: boolean
  sharp: boolean
  /** True for the shown photo, false for a neighbour. */
  urgent: boolean
  onLarge?: (imageId: string) => void
  /** Fetches new picture addresses; resolves also when that fails. */
  renew: (imageId: string) => Promise<void>
}

/** Finds the 1300 variant, or the largest available one. */
function findLargeVariant(image: Image) {
  return (
    image.thumbnails.find(({ id }) => id === 1300) ?? [...image.thumbnails].sort((a, b) => b.id - a.id)[0]
  )
}

/** The placeholder shows what the small variant shows, which of a panorama is the middle. */
function getPlaceholderSize(image: Image): string | undefined {
  const small = findSmallVariant(image)
  if (!small || !isCut(small, image)) return undefined
  const share = (small.width * image.visibleHeight) / (small.height * image.visibleWidth)
  return `${100 * Math.min(1, share)}% ${100 * Math.min(1, 1 / share)}%`
}

/** Renews the addresses of a picture that cannot be loaded once; if it still fails it is broken. */
function useBrokenPicture(image: Image, renew: (imageId: string) => Promise<void>) {
  const [broken, setBroken] = useState<string>()
  const renewedId = useRef<string>(undefined)
  const { imageId } = image
  const url = findLargeVariant(image)?.url
  const report = (failedUrl: string | undefined) => {
    if (failedUrl === undefined || renewedId.current === imageId) return setBroken(failedUrl)
    renewedId.current = imageId
    // The address did not change: renewing it did not help.
    void renew(imageId).then(() => setBroken(failedUrl))
  }
  useEffect(() => {
    setBroken(before => (before === url ? before : undefined))
  }, [url])
  return [broken !== undefined && broken === url, report] as const
}
