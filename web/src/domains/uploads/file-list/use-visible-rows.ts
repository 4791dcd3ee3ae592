import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type Positions, rowsBetween } from './rows.ts'

/** Which rows of a list are in view of what scrolls around it: indexes of the first and the last. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, places: Positions): [number, number] {
  const [view, setView] = useState<[number, number]>([0, BEFORE_MEASURED])
  const shown = places.tops.length > 0
  const measure = () => {
    const element = list.current
    const scroller = element && scrollerOf(element)
    if (!scroller) return
    const height = scroller.clientHeight || BEFORE_MEASURED
    const from = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
    setView(before => (before[0] === from && before[1] === from + height ? before : [from, from + height]))
  }
  // After every change: what stands above the list may have grown.
  useLayoutEffect(measure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure only uses refs and a setter
  useEffect(() => {
    const scroller = shown && list.current && scrollerOf(list.current)
    if (!scroller) return
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [shown, list])
  return rowsBetween(places, view[0], view[1])
}

const BEFORE_MEASURED = 800

function scrollerOf(element: HTMLElement): HTMLElement {
  let parent = element.parentElement
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement
  return parent ?? document.documentElement
}
