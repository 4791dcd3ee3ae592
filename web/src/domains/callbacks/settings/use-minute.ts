import { useEffect, useState } from 'react'

/** Returns the time in milliseconds since 1970, by the minute; renders again when the minute changes. */
export function useMinute(): number {
  const [minute, setMinute] = useState(readMinute)
  useEffect(() => {
    // Checks every second, because timers stop while a computer sleeps.
    const timer = setInterval(() => setMinute(readMinute()), 1000)
    return () => clearInterval(timer)
  }, [])
  return minute
}

const readMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const MINUTE_MS = 60_000
