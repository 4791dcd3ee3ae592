import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { markFirstScreenShown } from '#web/platform/lazy/first-screen.tsx'
import { isNetworkIdle } from '#web/platform/network/network-idle.ts'

/** Marks when the first screen is painted with its code, data and pictures, or scrolled, on pages of every kind. */
export function useFirstScreenMark(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    let wasIdle = false
    const timer = setInterval(() => {
      const isIdle = isScreenIdle(router, queries)
      if (isIdle && wasIdle) end(false)
      wasIdle = isIdle
    }, POLL_MS)
    const stop = () => {
      clearInterval(timer)
      removeEventListener('scroll', onScroll)
    }
    const end = (urgent: boolean) => {
      stop()
      markFirstScreenShown(urgent)
    }
    const onScroll = () => end(true)
    addEventListener('scroll', onScroll, { passive: true })
    return stop
  }, [queries, router])
}

/** Whether a screen is shown with its code, data and pictures: the router is busy until the code is there. */
export function isScreenIdle(router: { state: { status: string } }, queries: QueryClient): boolean {
  return router.state.status === 'idle' && isNetworkIdle(queries)
}

/** Longer than pictures fade in: one poll after the last has loaded, it is painted. */
const POLL_MS = 250
