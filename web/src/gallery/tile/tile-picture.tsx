import X from 'lucide-react/icons/x'
import { useEffect, useReducer, useState } from 'react'
import type { Image } from '#contract/photos.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { averageColour, drawnPlaceholder, drawPlaceholder } from './placeholders.ts'
import styles from './tile-picture.module.css'

/**
 * A photo in a tile, in one of the states Loading, Success and Failure (PL-036): the placeholder immediately, the
 * picture when it has loaded. All states have the same size.
 */
export function TilePicture({ image, large, renew, month, index }: TilePictureProps) {
  const placeholder = usePlaceholder(image?.placeholder)
  const colour = image?.placeholder && averageColour(image.placeholder)
  const waiting = image?.state === 'processing'
  return (
    <span
      className={classes(styles.frame, waiting && styles.waiting)}
      style={{ backgroundColor: colour || undefined, backgroundImage: placeholder && `url(${placeholder})` }}
    >
      {image?.state === 'ready' && (
        <Picture key={image.imageId} image={image} large={large} renew={() => renew({ month, index })} />
      )}
      {image?.state === 'failed' && <Failure />}
    </span>
  )
}

/** Only the blurred placeholder. */
export function Backdrop({ hash }: { hash: string | undefined }) {
  const placeholder = usePlaceholder(hash)
  const style = {
    backgroundColor: (hash && averageColour(hash)) || undefined,
    backgroundImage: placeholder && `url(${placeholder})`,
  }
  return <span className={styles.frame} style={style} />
}

export interface TilePictureProps {
  image: Image | undefined
  /** Large screens use the 800 variant, others 300 (PL-037). */
  large: boolean
  /** Fetches new picture addresses; resolves also when that fails. */
  renew: (place: { month: string; index: number }) => Promise<void>
  month: string
  index: number
}

/** The variant for a screen size, or the first available one; undefined if there are none. */
export function pictureOf(image: Image, large: boolean) {
  const wanted = large ? 800 : 300
  return image.thumbnails.find(({ id }) => id === wanted) ?? image.thumbnails[0]
}

function Picture({ image, large, renew }: { image: Image; large: boolean; renew: () => Promise<void> }) {
  const offered = pictureOf(image, large)
  // A shown picture keeps its address: a renewed address of the same photo would make it flicker.
  const [shown, setShown] = useState<string>()
  const [broken, setBroken] = useState<{ url: string; final: boolean }>()
  const url = shown ?? offered?.url
  const failed = !offered || (broken?.url === url && broken?.final)
  if (failed || !url) return <Failure />
  return (
    <img
      ref={element => {
        // A cached picture is shown without a fade.
        if (element?.complete && element.naturalWidth > 0) setShown(url)
      }}
      src={url}
      alt=""
      width={offered.width}
      height={offered.height}
      decoding="async"
      draggable={false}
      className={classes(styles.picture, shown && styles.shown)}
      onLoad={() => setShown(url)}
      onError={async () => {
        if (broken?.url === url) return setBroken({ url, final: true })
        setBroken({ url, final: false })
        setShown(undefined)
        await renew()
        // The address did not change: renewing it did not help.
        setBroken(now => (now?.url === url ? { url, final: true } : now))
      }}
    />
  )
}

function Failure() {
  return (
    <span className={styles.failure} data-failed>
      <Icon of={X} size={24} />
    </span>
  )
}

/** Data URL of the blurred placeholder once it has been drawn. */
export function usePlaceholder(hash: string | undefined): string | undefined {
  const [, drawn] = useReducer((count: number) => count + 1, 0)
  const known = hash && drawnPlaceholder(hash)
  useEffect(() => (hash && !known ? drawPlaceholder(hash, drawn) : undefined), [hash, known])
  return known
}
