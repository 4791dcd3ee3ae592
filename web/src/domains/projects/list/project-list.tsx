import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import BookImage from 'lucide-react/icons/book-image'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { PROJECTS_PER_PAGE, type Project } from '#contract/projects.ts'
import { ChannelShopLink, useAssortment } from '#web/domains/merchandise/index.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { showDeletion } from '#web/ui/outcome-toasts.ts'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import { ProjectExpiry } from '../project-expiry.tsx'
import { changeLabel } from '../project-facts.ts'
import { ProjectPicture } from '../project-picture.tsx'
import { NotInShop, ProjectProduct } from '../project-product.tsx'
import {
  projectPageQuery,
  removeProject,
  restoreDeletedProject,
  useProjectChanges,
} from '../project-queries.ts'
import { useContinue } from '../use-continue.ts'
import projectCardStyles from './project-card.module.css'
import styles from './project-list.module.css'
import projectPagesStyles from './project-pages.module.css'

/** A page of the saved projects, ten at a time. A page past the last one redirects to the last one. */
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

  if (isError && !data) return <LoadFailed retry={refetch} />
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

/** In place of projects while there are none. */
function NoProjects() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={BookImage}
      title={text('projects.empty')}
      text={text('projects.empty.text')}
      action={<ChannelShopLink className={buttonClass('primary')} />}
    />
  )
}

/** Deletes a project at once and offers to undo it. False when it failed: the project is back in the list. */
function deleteWithUndo(queries: QueryClient, project: Project, texts: Texts): Promise<boolean> {
  const text = (id: MessageId) => texts.text(id, { title: project.title })
  return showDeletion(
    { subject: `project ${project.id}`, place: 'top' },
    {
      deleting: removeProject(queries, project),
      restore: () => restoreDeletedProject(queries, project),
      texts: {
        deleted: text('projects.deleted'),
        undo: texts.text('action.undo'),
        restored: text('projects.restored'),
        deleteFailed: text('projects.delete-failed'),
        restoreFailed: text('projects.restore-failed'),
      },
    },
  )
}

/** The boxes of the list while it is loading. */
function ProjectListLoading() {
  return (
    <Loading id="projects.loading">
      <div className={styles.list}>
        <SkeletonGroups count={6} className={classes('ui-stack12', styles.placeholder)}>
          <Skeleton className={styles.tile} />
          <div className="ui-stack8">
            <Skeleton width="60%" height={20} />
            <Skeleton width="80%" height={18} />
            <Skeleton width="50%" height={18} />
          </div>
        </SkeletonGroups>
      </div>
    </Loading>
  )
}

/** Links to the other pages, and the range of the projects shown; nothing while there is one page. */
function ProjectPages({ page, total }: { page: number; total: number }) {
  const { text } = useTexts()
  const lastPage = Math.ceil(total / PROJECTS_PER_PAGE)
  if (lastPage <= 1) return null
  const from = (page - 1) * PROJECTS_PER_PAGE + 1
  return (
    <nav
      className={classes('ui-row8 ui-quiet', projectPagesStyles.pages)}
      aria-label={text('projects.paging')}
    >
      <PageLink to={page - 1} lastPage={lastPage} icon={ChevronLeft} label={text('projects.previous')} />
      <span>{text('projects.range', { from, to: Math.min(total, page * PROJECTS_PER_PAGE), total })}</span>
      <PageLink to={page + 1} lastPage={lastPage} icon={ChevronRight} label={text('projects.next')} />
    </nav>
  )
}

interface PageLinkProps {
  to: number
  lastPage: number
  icon: IconProps['of']
  label: string
}

function PageLink({ to, lastPage, icon, label }: PageLinkProps) {
  if (to < 1 || to > lastPage)
    return (
      <span aria-hidden className={classes('ui-centered ui-ink', projectPagesStyles.link)}>
        <Icon of={icon} />
      </span>
    )
  return (
    <Link
      to={PATHS.savedProjects}
      search={{ page: toPageParam(to) }}
      aria-label={label}
      className={classes('ui-centered ui-ink', projectPagesStyles.link)}
    >
      <Icon of={icon} />
    </Link>
  )
}

/** Returns the value of the 'page' parameter; the first page has none. */
const toPageParam = (page: number): string | undefined => (page === 1 ? undefined : String(page))

const DeleteProjectDialog = lazyComponent(() => import('./delete-project-dialog.tsx'), 'DeleteProjectDialog')

/** A saved project with its actions: continue in the editor, and delete. */
function ProjectCard({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const { texts, text } = useTexts()
  const onContinue = useContinue()
  const [isAsking, setAsking] = useState(false)
  const { title } = project
  const editor = toSafeLink(project.editorUrl)
  return (
    <li className={classes('ui-stack12 ui-narrow', projectCardStyles.card)}>
      <ProjectPicture project={project} />
      <div className={classes('ui-stack', projectCardStyles.facts)}>
        <h2 className={projectCardStyles.title}>{title}</h2>
        <p className="ui-note ui-breaks">
          <ProjectProduct project={project} />
          <span className={projectCardStyles.changed}> · {changeLabel(texts, project, Date.now())}</span>
        </p>
        <ProjectExpiry project={project} />
        <NotInShop project={project} />
      </div>
      <div className={classes('ui-row ui-between', projectCardStyles.actions)}>
        {editor && (
          <a
            href={editor}
            onClick={onContinue}
            rel="noreferrer"
            className={buttonClass('quiet', 'small')}
            aria-label={text('projects.continue.name', { title })}
          >
            {text('action.continue')}
          </a>
        )}
        <MenuTrigger
          icon={Ellipsis}
          label={text('projects.actions', { title })}
          items={[
            {
              id: 'delete',
              label: text('action.delete'),
              icon: Trash2,
              danger: true,
              onAction: () => setAsking(true),
            },
          ]}
        />
      </div>
      {isAsking && (
        <DeleteProjectDialog
          project={project}
          onConfirm={() => {
            setAsking(false)
            onDelete()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}
