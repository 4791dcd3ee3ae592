import { useEffect, useEffectEvent } from 'react'

/** Handles an event of the window while `isEnabled`, with the `handle` that was rendered last. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  handle: (event: WindowEventMap[K]) => void,
  isEnabled = true,
): void {
  const handleEvent = useEffectEvent(handle)
  useEffect(() => {
    if (!isEnabled) return
    addEventListener(type, handleEvent)
    return () => removeEventListener(type, handleEvent)
  }, [type, isEnabled])
}
