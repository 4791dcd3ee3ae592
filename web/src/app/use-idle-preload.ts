import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { markFirstScreenShown } from '#web/platform/lazy/first-screen.tsx'
import { startIdlePreload } from '#web/platform/lazy/idle-preload.ts'
import { isPageQuiet } from '#web/platform/network/quiet-page.ts'

/** Loads the code of menus, dialogs and other screens after the first screen with its data and pictures (RV-401). */
export function useIdlePreload(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const ended = new AbortController()
    const isQuiet = () => {
      // The router is busy until the screen's own code is there.
      const quiet = router.state.status === 'idle' && isPageQuiet(queries)
      if (quiet) markFirstScreenShown()
      return quiet
    }
    void startIdlePreload(isQuiet, ended.signal)
    return () => ended.abort()
  }, [queries, router])
}
