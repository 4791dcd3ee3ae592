import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  deleteProject,
  getProjects,
  PROJECTS_PER_PAGE,
  type Project,
  type ProjectPage,
  restoreProject,
} from '#contract/projects.ts'
import { call } from '#web/platform/http/call.ts'
import { useInvalidateOnPush } from '#web/platform/push/use-invalidate-on-push.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { deleteOptimistically } from '#web/platform/query/delete-optimistically.ts'

const PROJECTS = ['projects'] as const

/**
 * Loads a page of the account's saved projects, from 1 on. The page before is shown while another one is
 * loading.
 */
export const projectPageQuery = (accountId: string, page: number) =>
  queryOptions({
    ...projectsQuery(accountId, (page - 1) * PROJECTS_PER_PAGE, PROJECTS_PER_PAGE),
    placeholderData: keepPreviousData,
  })

/** Number of projects on the overview. */
export const LATEST_PROJECT_COUNT = 3

/** Loads `limit` of the account's saved projects after the first `skip`: those that changed last come first. */
export const projectsQuery = (accountId: string, skip: number, limit: number) =>
  callQuery([...PROJECTS, accountId, skip, limit], getProjects, {
    params: { accountId },
    query: { skip, limit },
  })

/**
 * Deletes a project, at once from the lists that are shown and from their totals; a failure restores both.
 */
export async function removeProject(queries: QueryClient, { id }: Project): Promise<void> {
  const remove = (page: ProjectPage) => removeFromPage(page, id)
  await deleteOptimistically(queries, PROJECTS, remove, () => call(deleteProject, { params: { id } }))
  await reloadProjects(queries)
}

/** Undoes a deletion. */
export async function restoreDeletedProject(queries: QueryClient, { id }: Project): Promise<void> {
  await call(restoreProject, { params: { id } })
  await reloadProjects(queries)
}

/** Removes a project from a page and its total; other pages have the total as well. */
const removeFromPage = ({ projects, totalProjectCount, ...page }: ProjectPage, id: string): ProjectPage => ({
  ...page,
  projects: projects.filter(project => project.id !== id),
  totalProjectCount: Math.max(0, totalProjectCount - 1),
})

/** Fetches the pages that are shown again. */
const reloadProjects = (queries: QueryClient) => queries.invalidateQueries({ queryKey: PROJECTS })

/** Keeps the page's projects up to date: the shop saves and deletes them while it is open. */
export const useProjectChanges = (): void => useInvalidateOnPush(PROJECTS, 'projects-changed')
