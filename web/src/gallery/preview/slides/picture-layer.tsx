import { useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from '../preview.module.css'

/** One layer of a picture: invisible until it is decoded. A renewed address of the same picture does not hide it. */
export function PictureLayer({
  src,
  isCached = false,
  urgent = false,
  onShown,
  onBroken,
}: PictureLayerProps) {
  const [shownSrc, setShownSrc] = useState<string>()
  const [brokenSrc, setBrokenSrc] = useState<string>()
  if (brokenSrc === src) return null
  const show = async (element: HTMLImageElement) => {
    const { src: loadingSrc } = element
    // A picture that is not decoded would be painted in strips.
    await element.decode?.().catch(() => undefined)
    if (element.src !== loadingSrc) return
    setShownSrc(src)
    onShown?.()
  }
  return (
    <img
      src={shownSrc ?? src}
      alt=""
      draggable={false}
      decoding={isCached ? 'sync' : 'async'}
      fetchPriority={urgent ? 'high' : 'low'}
      data-layer
      className={classes(styles.layer, (isCached || shownSrc) && styles.there)}
      onLoad={event => {
        if (!shownSrc) void show(event.currentTarget)
      }}
      onError={() => {
        setBrokenSrc(src)
        setShownSrc(undefined)
        onBroken?.(src)
      }}
    />
  )
}

export interface PictureLayerProps {
  src: string
  /** The browser has it in memory, because the grid shows it. */
  isCached?: boolean
  urgent?: boolean
  onShown?: () => void
  onBroken?: (src: string) => void
}
