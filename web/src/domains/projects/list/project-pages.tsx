import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { PROJECTS_PER_PAGE } from '#contract/projects.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './project-pages.module.css'

/** Links to the other pages, and the range of the projects shown; nothing while there is one page. */
export function ProjectPages({ page, total }: { page: number; total: number }) {
  const { text } = useTexts()
  const lastPage = Math.ceil(total / PROJECTS_PER_PAGE)
  if (lastPage <= 1) return null
  const from = (page - 1) * PROJECTS_PER_PAGE + 1
  return (
    <nav className={styles.pages} aria-label={text('projects.paging')}>
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
      <span aria-hidden className={styles.link}>
        <Icon of={icon} />
      </span>
    )
  return (
    <Link
      to={PATHS.savedProjects}
      search={{ page: toPageParam(to) }}
      aria-label={label}
      className={styles.link}
    >
      <Icon of={icon} />
    </Link>
  )
}

/** Returns the value of the 'page' parameter; the first page has none. */
export const toPageParam = (page: number): string | undefined => (page === 1 ? undefined : String(page))
