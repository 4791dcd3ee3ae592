import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { findRowsBetween, type Positions } from './rows.ts'

/** Indexes of the first and the last row to render, from the scroll position of the nearest scrolling ancestor. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, positions: Positions): [number, number] {
  const [view, setView] = useState<[number, number]>([0, INITIAL_HEIGHT])
  const hasRows = positions.tops.length > 0
  const measure = () => {
    const element = list.current
    const scroller = element && findScroller(element)
    if (!scroller) return
    const height = scroller.clientHeight || INITIAL_HEIGHT
    // Where the page itself scrolls, its window is what is seen.
    const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top
    const from = top - element.getBoundingClientRect().top
    setView(before => (before[0] === from && before[1] === from + height ? before : [from, from + height]))
  }
  // After every render: the content above the list may have changed its height.
  useLayoutEffect(measure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure only uses refs and a setter
  useEffect(() => {
    const scroller = hasRows && list.current && findScroller(list.current)
    if (!scroller) return
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    // The page itself reports its scrolling at the document.
    const source = scroller === document.documentElement ? document : scroller
    source.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      source.removeEventListener('scroll', measure)
    }
  }, [hasRows, list])
  return findRowsBetween(positions, view[0], view[1])
}

const INITIAL_HEIGHT = 800

function findScroller(element: HTMLElement): HTMLElement {
  let parent = element.parentElement
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement
  return parent ?? document.documentElement
}
