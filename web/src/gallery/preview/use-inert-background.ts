import { type RefObject, useLayoutEffect } from 'react'

/** What stays within reach beside a viewer or a dialog: toasts and announcements. */
const SPOKEN = '[data-react-aria-top-layer], [aria-live]'

/** While the viewer is there it has the focus, and nothing else in the page can be reached. */
export function useInertBackground(viewer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = viewer.current
    if (!element) return
    const covered: Element[] = []
    for (let inner: Element = element; inner.parentElement; inner = inner.parentElement) {
      if (inner === document.body) break
      for (const beside of inner.parentElement.children) {
        const free = beside === inner || beside.hasAttribute('inert') || beside.tagName === 'SCRIPT'
        if (free || beside.matches(SPOKEN) || beside.querySelector(SPOKEN)) continue
        beside.setAttribute('inert', '')
        covered.push(beside)
      }
    }
    element.focus({ preventScroll: true })
    return () => {
      for (const beside of covered) beside.removeAttribute('inert')
    }
  }, [viewer])
}
