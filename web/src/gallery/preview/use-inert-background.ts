import { type RefObject, useLayoutEffect } from 'react'

/** Elements that stay interactive beside a viewer or a dialog: toasts and announcements. */
const SPOKEN = '[data-react-aria-top-layer], [aria-live]'

/** Gives the viewer the focus and makes the rest of the page inert while it is mounted. */
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
