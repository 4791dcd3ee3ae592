import { useMatches } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { isSameScreen } from './screen-paths.ts'

/**
 * Fades another screen in. View transitions would lose clicks: their pictures of the page lie over it, and nothing
 * below them can be hit.
 */
export function useScreenFade(): void {
  const pathname = useMatches({ select: matches => matches.at(-1)?.pathname })
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const from = shown.current
    shown.current = pathname
    if (from === undefined || pathname === undefined || isSameScreen(from, pathname)) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    document.getElementById('content')?.animate({ opacity: [0, 1] }, { duration: 160, easing: 'ease-out' })
  }, [pathname])
}
