import { useQueryClient } from '@tanstack/react-query'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { reloadProjects } from './project-queries.ts'

/** Keeps the page's projects up to date: the shop saves and deletes them while it is open. */
export function useProjectChanges(): void {
  const queries = useQueryClient()
  useLibraryPush(({ type }) => {
    if (type === 'projects-changed' || type === 'ready') reloadProjects(queries).catch(reportFailure)
  })
}
