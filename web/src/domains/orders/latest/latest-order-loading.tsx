import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './latest-order.module.css'

/** The boxes of the newest order while it is loading. */
export function LatestOrderLoading() {
  const { text } = useTexts()
  return (
    <div role="status" data-loading className={styles.panel}>
      <VisuallyHidden>{text('orders.loading')}</VisuallyHidden>
      <div className={styles.head}>
        <Skeleton width={76} height={76} />
        <div className={styles.lines}>
          <Skeleton width="50%" height={24} />
          <Skeleton width="65%" height={20} />
        </div>
        <Skeleton width={110} height={28} round />
      </div>
      <div className={styles.lines}>
        <Skeleton height={4} />
        <Skeleton width="30%" height={20} />
      </div>
    </div>
  )
}
