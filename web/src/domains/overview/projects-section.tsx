import { Link } from '@tanstack/react-router'
import { LatestProjects, useProjectCount } from '#web/domains/projects/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import styles from './overview.module.css'

/** The saved projects that changed last; left out while there are none, and where the host has no page for them. */
export function ProjectsSection() {
  return isRouteEnabled(PATHS.savedProjects) && <Projects />
}

function Projects() {
  const { text, number } = useTexts()
  const count = useProjectCount()
  if (count === 0) return null
  return (
    <section className={styles.section} aria-labelledby="overview-projects">
      <header className={styles.heading}>
        <h2 id="overview-projects">
          {text('menu.saved-projects')}
          {/* With the space before the span the title moves when the count arrives. */}
          {count !== undefined && <span className={styles.count}> {number(count)}</span>}
        </h2>
        <Link
          to={PATHS.savedProjects}
          className={buttonClass('text')}
          aria-label={`${text('overview.see-all')}, ${text('menu.saved-projects')}`}
        >
          {text('overview.see-all')}
        </Link>
      </header>
      <LatestProjects />
    </section>
  )
}
