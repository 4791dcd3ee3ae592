import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './widget-list.module.css'

const CARDS = ['first', 'second', 'third']

/** The boxes of the widgets while they are loading. */
export function WidgetListLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.grid}>
      <VisuallyHidden>{text('widgets.loading')}</VisuallyHidden>
      {CARDS.map(card => (
        <div key={card} className={styles.placeholder}>
          <Skeleton width="100%" height={228} />
          <Skeleton width="60%" height={20} />
          <Skeleton width="80%" height={20} />
        </div>
      ))}
    </div>
  )
}
