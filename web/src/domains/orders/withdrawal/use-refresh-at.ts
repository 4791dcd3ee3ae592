import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** Renders again when an instant is reached, in milliseconds since 1970. */
export function useRefreshAt(instant: number | undefined): void {
  const [, setReached] = useState<number>()
  useEffect(() => {
    if (instant === undefined) return
    // Checks every second, because timers stop while a computer sleeps.
    const timer = setInterval(() => {
      if (Date.now() < instant) return
      clearInterval(timer)
      setReached(instant)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [instant])
}
