import { useEffect, useState } from 'react'

/** Minutes until `endsAt` (`performance.now()`), rounded up; 0 once it has passed. */
export function useMinutesLeft(endsAt: number): number {
  const countMinutesLeft = () => Math.max(0, Math.ceil((endsAt - performance.now()) / MINUTE))
  const [minutes, setMinutes] = useState(countMinutesLeft)
  useEffect(() => {
    const update = () => setMinutes(Math.max(0, Math.ceil((endsAt - performance.now()) / MINUTE)))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return minutes
}

const MINUTE = 60_000
