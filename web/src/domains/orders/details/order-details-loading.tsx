import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './order-details.module.css'

/** The boxes of an order while it is loading. */
export function OrderDetailsLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className={styles.loading}>
      <VisuallyHidden>{text('order.loading')}</VisuallyHidden>
      <Skeleton width={280} height={22} />
      <div className={styles.placeholder}>
        <Skeleton width={240} height={20} />
        <Skeleton height={44} />
      </div>
      <Skeleton height={44} />
      <div className={styles.columns}>
        <div className={styles.boxes}>
          <Skeleton width={120} height={24} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </div>
        <div className={styles.boxes}>
          <Skeleton width={160} height={24} />
          <Skeleton height={120} />
        </div>
      </div>
    </div>
  )
}
