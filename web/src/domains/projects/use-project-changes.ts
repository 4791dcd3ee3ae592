import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { reloadProjects } from './project-queries.ts'

/** Keeps the page's projects up to date: the shop saves and deletes them while it is open. */
export function useProjectChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const subscription = subscribeLibrary(({ type }) => {
      if (type === 'projects-changed' || type === 'ready') reloadProjects(queries).catch(reportFailure)
    })
    return () => subscription.close()
  }, [queries])
}
