import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Bars and arrows fade after this long without input. */
const IDLE_MS = 3000

/**
 * Returns whether there was no input for 3 s. Mouse movement, keys and focus inside end the idle state; a visible focus inside
 * prevents it. Devices without hover have no such movement: there only `toggle`, a tap, changes the state.
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
    const controller = new AbortController()
    const { signal } = controller
    const handleMove = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') wake()
    }
    viewer.addEventListener('pointermove', handleMove, { signal })
    viewer.addEventListener('focusin', wake, { signal })
    addEventListener('keydown', wake, { signal })
    wake()
    return () => {
      controller.abort()
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
