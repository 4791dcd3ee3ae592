import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PROJECTS_PER_PAGE, type Project } from '#contract/projects.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { projectPageQuery } from '../project-queries.ts'
import { useProjectChanges } from '../use-project-changes.ts'
import { deleteWithUndo } from './delete-with-undo.ts'
import { NoProjects } from './no-projects.tsx'
import { ProjectCard } from './project-card.tsx'
import styles from './project-list.module.css'
import { ProjectListLoading } from './project-list-loading.tsx'
import { ProjectPages, toPageParam } from './project-pages.tsx'

/** A page of the saved projects, ten at a time (AA-089). A page past the last one redirects to the last one (AA-090). */
export function ProjectList({ page }: { page: number }) {
  const { text } = useTexts()
  const accountId = useClaims().sub
  // Requested together with the projects, whose products it names.
  useAssortment()
  useProjectChanges()
  const { data, isError, isPlaceholderData, refetch } = useQuery(projectPageQuery(accountId, page))
  const total = data?.totalProjectCount
  const { remove, openPage } = useRemoval(page)
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / PROJECTS_PER_PAGE))
  const isPastLastPage = total !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    if (isPastLastPage) openPage(lastPage)
  }, [isPastLastPage, lastPage, openPage])

  if (isError && !data)
    return (
      <AlertBanner kind="error" onRetry={() => void refetch()}>
        <ContactText id="app.error.text" />
      </AlertBanner>
    )
  if (!data || isPastLastPage) return <ProjectListLoading />
  if (data.totalProjectCount === 0) return <NoProjects />
  return (
    <>
      <p className={styles.intro}>{text('projects.intro')}</p>
      <ul className={styles.list} aria-busy={isPlaceholderData}>
        {data.projects.map(project => (
          <ProjectCard key={project.id} project={project} onDelete={() => remove(project)} />
        ))}
      </ul>
      <ProjectPages page={page} total={data.totalProjectCount} />
    </>
  )
}

/** Deletes projects of a page; after a failure that page is shown again if the list is still mounted. */
function useRemoval(page: number) {
  const texts = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const openPage = (to: number) =>
    void navigate({ to: PATHS.savedProjects, search: { page: toPageParam(to) }, replace: true })
  return {
    openPage,
    async remove(project: Project) {
      const isDeleted = await deleteWithUndo(queries, project, texts)
      if (!isDeleted && isMounted.current) openPage(page)
    },
  }
}
