import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { markFirstScreenShown } from '#web/platform/lazy/first-screen.tsx'
import { isPageQuiet } from '#web/platform/network/quiet-page.ts'

/** Tells when the first screen is there with its code, data and pictures (RV-507), on pages of every kind. */
export function useFirstScreenMark(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isScreenQuiet(router, queries)) return
      clearInterval(timer)
      markFirstScreenShown()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [queries, router])
}

/** Whether a screen is shown with its code, data and pictures: the router is busy until the code is there. */
export function isScreenQuiet(router: { state: { status: string } }, queries: QueryClient): boolean {
  return router.state.status === 'idle' && isPageQuiet(queries)
}

const POLL_MS = 250
