import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startIdlePreload } from '#web/platform/lazy/idle-preload.ts'

/** Loads the code of menus, dialogs and other screens after the first screen with its data and pictures (RV-401). */
export function useIdlePreload(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const ended = new AbortController()
    const isQuiet = () =>
      document.readyState === 'complete' &&
      queries.isFetching() === 0 &&
      [...document.images].every(({ complete }) => complete)
    void startIdlePreload(isQuiet, ended.signal)
    return () => ended.abort()
  }, [queries])
}
