import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './project-list.module.css'

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The boxes of the list while it is loading. */
export function ProjectListLoading() {
  const { text } = useTexts()
  return (
    <div role="status">
      <VisuallyHidden>{text('projects.loading')}</VisuallyHidden>
      <div className={styles.list}>
        {CARDS.map(card => (
          <div key={card} className={styles.placeholder}>
            <Skeleton className={styles.tile} />
            <div className={styles.lines}>
              <Skeleton width="60%" height={20} />
              <Skeleton width="80%" height={18} />
              <Skeleton width="50%" height={18} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
