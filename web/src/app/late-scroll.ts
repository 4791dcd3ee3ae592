import { useElementScrollRestoration, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isGridPage } from './screen-paths.ts'

/**
 * Scrolls a page that is loaded again to where it was left as soon as it is long enough: the router does so when it renders
 * first, which is before its data are there. Ends when the customer does anything.
 */
export function LateScroll(): null {
  const { history } = useRouter()
  const entry = useElementScrollRestoration({ getElement: () => window })
  const [top] = useState(entry?.scrollY ?? 0)
  useEffect(() => {
    if (isGridPage(history.location.pathname) || !isNotReached(top)) return
    const end = followHeight(top)
    const unsubscribe = history.subscribe(end)
    return () => {
      end()
      unsubscribe()
    }
  }, [history, top])
  return null
}

/** Whether the page ends before the position, or has only reached it since: nobody has pressed anything yet. */
const isNotReached = (top: number) =>
  isTooShort(top) || (scrollY < top - 1 && performance.getEntriesByType('first-input').length === 0)

const isTooShort = (top: number) => document.documentElement.scrollHeight - innerHeight < top

/** Scrolls down with the page as it grows; returns the function that ends it. */
function followHeight(top: number): () => void {
  const ended = new AbortController()
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' })
    if (!isTooShort(top)) end()
  })
  const end = () => {
    observer.disconnect()
    ended.abort()
  }
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, end, { signal: ended.signal, passive: true })
  observer.observe(document.body)
  return end
}
