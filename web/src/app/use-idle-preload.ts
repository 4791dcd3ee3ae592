import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startIdlePreload } from '#web/platform/lazy/idle-preload.ts'
import { isScreenIdle } from './use-first-screen-mark.ts'

/** Loads the code of menus, dialogs and other screens after the first screen with its data and pictures. */
export function useIdlePreload(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const controller = new AbortController()
    void startIdlePreload(() => isScreenIdle(router, queries), controller.signal)
    return () => controller.abort()
  }, [queries, router])
}
