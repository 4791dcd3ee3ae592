import { useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from '../preview.module.css'

/** One layer of a picture: invisible until it is decoded. A renewed address of the same picture does not hide it. */
export function PictureLayer({ src, atOnce = false, urgent = false, onShown, onBroken }: PictureLayerProps) {
  const [shown, setShown] = useState<string>()
  const [broken, setBroken] = useState<string>()
  if (broken === src) return null
  const show = async (element: HTMLImageElement) => {
    const { src: loading } = element
    // A picture that is not decoded would be painted in strips.
    await element.decode?.().catch(() => undefined)
    if (element.src !== loading) return
    setShown(src)
    onShown?.()
  }
  return (
    <img
      src={shown ?? src}
      alt=""
      draggable={false}
      decoding={atOnce ? 'sync' : 'async'}
      fetchPriority={urgent ? 'high' : 'low'}
      data-layer
      className={classes(styles.layer, (atOnce || shown) && styles.there)}
      onLoad={event => {
        if (!shown) void show(event.currentTarget)
      }}
      onError={() => {
        setBroken(src)
        setShown(undefined)
        onBroken?.(src)
      }}
    />
  )
}

export interface PictureLayerProps {
  src: string
  /** The browser has it in memory, because the grid shows it. */
  atOnce?: boolean
  urgent?: boolean
  onShown?: () => void
  onBroken?: (src: string) => void
}
