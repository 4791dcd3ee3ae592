import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Bars and arrows fade when nothing has moved for this long. */
export const IDLE_MS = 3000

/**
 * Whether nobody has moved for 3 s. Moving a mouse, a key or focus inside wakes; while something inside has a visible
 * focus it never sleeps. Where nothing hovers there is no movement that could wake: there it sleeps and wakes by
 * `toggle`, a tap.
 */
export function useIdle(element: RefObject<HTMLElement | null>) {
  const [idle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    setIdle(false)
    clearTimeout(timer.current)
    if (matchMedia('(hover: none)').matches) return
    const sleep = () => {
      if (hasVisibleFocus(element.current)) timer.current = setTimeout(sleep, IDLE_MS)
      else setIdle(true)
    }
    timer.current = setTimeout(sleep, IDLE_MS)
  }, [element])
  useEffect(() => {
    const viewer = element.current
    if (!viewer) return
    const off = new AbortController()
    const { signal } = off
    const moved = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') wake()
    }
    viewer.addEventListener('pointermove', moved, { signal })
    viewer.addEventListener('focusin', wake, { signal })
    addEventListener('keydown', wake, { signal })
    wake()
    return () => {
      off.abort()
      clearTimeout(timer.current)
    }
  }, [element, wake])
  const toggle = useCallback(() => {
    if (!idle) {
      clearTimeout(timer.current)
      setIdle(true)
    } else wake()
  }, [idle, wake])
  return { idle, toggle }
}

function hasVisibleFocus(viewer: HTMLElement | null) {
  const active = document.activeElement
  return active !== viewer && viewer?.contains(active) === true && active?.matches(':focus-visible') === true
}
