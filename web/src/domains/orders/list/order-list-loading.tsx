import { classes } from '#web/ui/classes.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import styles from './order-list.module.css'

/** The boxes of a section of the list while it is loading. */
export function OrderListLoading() {
  return (
    <Loading id="orders.loading">
      <div className={classes('ui-line8', styles.title)}>
        <Skeleton width={120} height={24} />
      </div>
      <SkeletonGroups count={3} className={styles.placeholder}>
        <Skeleton width="100%" height={76} />
        <div className={classes('ui-stack8', styles.lines)}>
          <Skeleton width="50%" height={20} />
          <Skeleton width="65%" height={20} />
        </div>
        <Skeleton width={110} height={28} round />
      </SkeletonGroups>
    </Loading>
  )
}
