import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { useFirstScreenShown } from '#web/platform/lazy/first-screen.tsx'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { getScreenSize, isMobile } from '#web/ui/screen-size.ts'
import { drawPlaceholder, getAverageColour, getDrawnPlaceholder } from './placeholders.ts'
import { findSmallVariant } from './small-variant.ts'
import styles from './tile-picture.module.css'
import { usePictureRetry } from './use-picture-retry.ts'

/**
 * A photo in a tile, in one of the states Loading, Success and Failure: the placeholder immediately and behind
 * everything, the small picture when it has loaded, over it a larger one where needed, a mark while it cannot be
 * loaded. All states have the same size.
 */
export function TilePicture({ image, isInView, renew, month, index }: TilePictureProps) {
  const placeholder = usePlaceholder(image?.placeholder)
  const colour = image?.placeholder && getAverageColour(image.placeholder)
  const waiting = image?.state === 'processing'
  return (
    <span
      className={classes(styles.frame, waiting && styles.waiting)}
      style={{ backgroundColor: colour || undefined, backgroundImage: placeholder && `url(${placeholder})` }}
    >
      {image?.state === 'ready' && (
        <Picture
          key={image.imageId}
          image={image}
          urgent={() => isInView && (isInView(month, index) ? 'high' : 'low')}
          renew={() => renew({ month, index })}
        />
      )}
      {image?.state === 'failed' && <Failure />}
    </span>
  )
}

/** Only the blurred placeholder. */
export function Backdrop({ hash }: { hash: string | undefined }) {
  const placeholder = usePlaceholder(hash)
  const style = {
    backgroundColor: (hash && getAverageColour(hash)) || undefined,
    backgroundImage: placeholder && `url(${placeholder})`,
  }
  return <span className={styles.frame} style={style} />
}

export interface TilePictureProps {
  image: Image | undefined
  /**
   * Whether the tile is in the window when its picture is requested: others are requested with low priority, after the
   * first screen.
   */
  isInView?: (month: string, index: number) => boolean
  /** Fetches new picture addresses; resolves also when that fails. */
  renew: (place: { month: string; index: number }) => Promise<void>
  month: string
  index: number
}

function Picture({ image, urgent, renew }: PictureProps) {
  const variant = findSmallVariant(image)
  // A shown picture keeps its address: a renewed address of the same photo would make it flicker.
  const [shownUrl, setShownUrl] = useState<string>()
  const url = shownUrl ?? variant?.url
  const { attempt, waiting, onLoad, onError } = usePictureRetry(url, renew)
  // Browsers use the priority with which a picture is first requested.
  const [priority] = useState(urgent)
  const firstScreenShown = useFirstScreenShown()
  // Pictures outside of the window would compete with the first screen for the connection; larger variants follow.
  const isDeferred = priority === 'low' && !firstScreenShown
  const small = useRef<HTMLImageElement>(null)
  const larger = useLargerVariant(image, small, shownUrl !== undefined && firstScreenShown)
  if (!variant || !url) return <Failure />
  return (
    <>
      {attempt > 0 && <Failure />}
      {!waiting && !isDeferred && (
        <img
          key={attempt}
          ref={element => {
            small.current = element
            // A cached picture is shown without a fade.
            if (element?.complete && element.naturalWidth > 0) setShownUrl(url)
          }}
          src={url}
          alt=""
          width={variant.width}
          height={variant.height}
          decoding="async"
          fetchPriority={priority}
          draggable={false}
          className={classes(styles.picture, shownUrl && styles.shown, !firstScreenShown && styles.immediate)}
          onLoad={() => {
            onLoad()
            setShownUrl(url)
          }}
          onError={() => {
            setShownUrl(undefined)
            void onError()
          }}
        />
      )}
      {larger && (
        // Over the small one, which stays: no frame is without a picture.
        <img
          src={larger}
          alt=""
          decoding="sync"
          fetchPriority="low"
          draggable={false}
          className={classes(styles.picture, styles.shown)}
        />
      )}
    </>
  )
}

interface PictureProps {
  image: Image
  urgent: () => 'high' | 'low' | undefined
  renew: () => Promise<void>
}

function Failure() {
  return (
    <span className={classes('ui-centered ui-cover', styles.failure)} data-failed>
      <Icon of={X} size={32} />
    </span>
  )
}

/** Returns the data URL of the blurred placeholder once it has been drawn. */
export function usePlaceholder(hash: string | undefined): string | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const dataUrl = hash && getDrawnPlaceholder(hash)
  useEffect(() => (hash && !dataUrl ? drawPlaceholder(hash, rerender) : undefined), [hash, dataUrl])
  return dataUrl
}

const loadLargerVariants = lazyModule(() => import('./larger-variants.ts'))

/**
 * Returns the address of the larger variant of a tile's picture when it is decoded. It is requested when `ready`: after the small
 * one and the first screen are shown; on small and medium screens never.
 */
function useLargerVariant(image: Image, small: RefObject<HTMLImageElement | null>, ready: boolean) {
  const queries = useQueryClient()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!ready || url || isMobile(getScreenSize())) return
    const controller = new AbortController()
    const { signal } = controller
    loadLargerVariants().then(
      ({ requestLargerVariant }) =>
        small.current && requestLargerVariant({ image, small: small.current, queries, show: setUrl, signal }),
      // Without its code the small picture stays.
      () => {},
    )
    return () => controller.abort()
  }, [image, small, ready, url, queries])
  return url
}
