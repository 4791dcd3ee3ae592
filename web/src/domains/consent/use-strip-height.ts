import { type RefObject, useEffect } from 'react'

/**
 * Sets the height of the strip as `--foot-strip`: what is at the lower edge of the page is above it. Removes it while the
 * strip is hidden.
 */
export function useStripHeight(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (height === 0) style.removeProperty(STRIP)
      else style.setProperty(STRIP, `${height}px`)
    })
    if (strip.current) observer.observe(strip.current)
    return () => {
      observer.disconnect()
      style.removeProperty(STRIP)
    }
  }, [strip])
}

const STRIP = '--foot-strip'
