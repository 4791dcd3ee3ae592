import { useEffect, useState } from 'react'

/** Whole minutes, begun ones counted, until `endsAt` on the page's own clock (`performance.now()`); 0 when it is over. */
export function useMinutesLeft(endsAt: number): number {
  const left = () => Math.max(0, Math.ceil((endsAt - performance.now()) / MINUTE))
  const [minutes, setMinutes] = useState(left)
  useEffect(() => {
    const update = () => setMinutes(Math.max(0, Math.ceil((endsAt - performance.now()) / MINUTE)))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return minutes
}

const MINUTE = 60_000
