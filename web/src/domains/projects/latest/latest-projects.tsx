import { useQuery } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProjectExpiry } from '../project-expiry.tsx'
import { ProjectPicture } from '../project-picture.tsx'
import { ProjectProduct } from '../project-product.tsx'
import { LATEST_PROJECT_COUNT, projectsQuery, useProjectChanges } from '../project-queries.ts'
import { useContinue } from '../use-continue.ts'
import styles from './latest-projects.module.css'

/** Returns the number of saved projects, kept up to date; undefined while it is unknown. */
export function useProjectCount(): number | undefined {
  useProjectChanges()
  return useLatestProjects().data?.totalProjectCount
}

/** The projects that changed last, each leading to its editor. */
export function LatestProjects() {
  const { data, isError, refetch } = useLatestProjects()
  if (!data && isError) return <LoadFailed retry={refetch} />
  return (
    <ul className={styles.list} data-loading={data ? undefined : true}>
      {data
        ? data.projects.map(project => <LatestProject key={project.id} project={project} />)
        : SKELETON_INDEXES.map(index => (
            <li key={index}>
              <Skeleton height={82} />
            </li>
          ))}
    </ul>
  )
}

const SKELETON_INDEXES = Array.from({ length: LATEST_PROJECT_COUNT }, (_, index) => index)

function LatestProject({ project }: { project: Project }) {
  const texts = useTexts()
  const editor = toSafeLink(project.editorUrl)
  const onContinue = useContinue()
  const { title } = project
  return (
    <li className={classes('ui-stack16', styles.project)}>
      <ProjectPicture project={project} isSmall />
      <div className={styles.facts}>
        <h3 className="ui-medium ui-breaks">
          {editor ? (
            <a
              href={editor}
              onClick={onContinue}
              rel="noreferrer"
              className={styles.link}
              aria-label={texts.text('projects.continue.name', { title })}
            >
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        <p className="ui-note ui-breaks">
          <ProjectProduct project={project} />
        </p>
        <ProjectExpiry project={project} />
      </div>
    </li>
  )
}

const useLatestProjects = () => useQuery(projectsQuery(useClaims().sub, 0, LATEST_PROJECT_COUNT))
