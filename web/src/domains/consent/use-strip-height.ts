import { type RefObject, useEffect } from 'react'

/**
 * Sets the height of the strip as `--foot-strip`, and as `--foot-shell`, whose bar it covers: tray, toasts and other bars at
 * the lower edge are above it. Removes both while it is hidden.
 */
export function useStripHeight(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (height === 0) return removeHeight(style)
      style.setProperty('--foot-strip', `${height}px`)
      style.setProperty('--foot-shell', `${height}px`)
    })
    if (strip.current) observer.observe(strip.current)
    return () => {
      observer.disconnect()
      removeHeight(style)
    }
  }, [strip])
}

function removeHeight(style: CSSStyleDeclaration): void {
  style.removeProperty('--foot-strip')
  style.removeProperty('--foot-shell')
}
