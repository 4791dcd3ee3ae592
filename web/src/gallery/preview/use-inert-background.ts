import { type RefObject, useLayoutEffect } from 'react'

/** Elements that stay interactive beside a viewer or a dialog: toasts and announcements. */
const SPOKEN = '[data-react-aria-top-layer], [aria-live]'

/** Gives the viewer the focus and makes the rest of the page inert while it is mounted. */
export function useInertBackground(viewer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = viewer.current
    if (!element) return
    const inertElements: Element[] = []
    for (let ancestor: Element = element; ancestor.parentElement; ancestor = ancestor.parentElement) {
      if (ancestor === document.body) break
      for (const sibling of ancestor.parentElement.children) {
        const isExempt = sibling === ancestor || sibling.hasAttribute('inert') || sibling.tagName === 'SCRIPT'
        if (isExempt || sibling.matches(SPOKEN) || sibling.querySelector(SPOKEN)) continue
        sibling.setAttribute('inert', '')
        inertElements.push(sibling)
      }
    }
    element.focus({ preventScroll: true })
    return () => {
      for (const sibling of inertElements) sibling.removeAttribute('inert')
    }
  }, [viewer])
}
