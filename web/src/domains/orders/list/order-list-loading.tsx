import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './order-list.module.css'

const CARDS = ['first', 'second', 'third']

/** The boxes of a section of the list while it is loading. */
export function OrderListLoading() {
  const { text } = useTexts()
  return (
    <div role="status">
      <VisuallyHidden>{text('orders.loading')}</VisuallyHidden>
      <div className={classes('ui-line8', styles.title)}>
        <Skeleton width={120} height={24} />
      </div>
      {CARDS.map(card => (
        <div key={card} className={styles.placeholder}>
          <Skeleton width="100%" height={76} />
          <div className={classes('ui-stack8', styles.lines)}>
            <Skeleton width="50%" height={20} />
            <Skeleton width="65%" height={20} />
          </div>
          <Skeleton width={110} height={28} round />
        </div>
      ))}
    </div>
  )
}
