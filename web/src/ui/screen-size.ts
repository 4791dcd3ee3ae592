import { useSyncExternalStore } from 'react'

/** small below 575 px, medium below 1024, large below 1280, else extra-large. */
export type ScreenSize = 'small' | 'medium' | 'large' | 'extra-large'

/** Small and medium screens are treated as mobile. */
export function isMobile(size: ScreenSize): boolean {
  return size === 'small' || size === 'medium'
}

/** Returns the size class of the window; re-renders on change. */
export function useScreenSize(): ScreenSize {
  return useSyncExternalStore(subscribe, getScreenSize)
}

export function getScreenSize(): ScreenSize {
  return LIMITS.find(([limit]) => matchMedia(formatWidthQuery(limit)).matches)?.[1] ?? 'extra-large'
}

const LIMITS = [
  [575, 'small'],
  [1024, 'medium'],
  [1280, 'large'],
] as const

function formatWidthQuery(limit: number) {
  return `(width < ${limit}px)`
}

function subscribe(onChange: () => void) {
  const queries = LIMITS.map(([limit]) => matchMedia(formatWidthQuery(limit)))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
