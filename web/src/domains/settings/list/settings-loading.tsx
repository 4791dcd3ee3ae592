import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import styles from './settings-list.module.css'

/** The boxes of the settings while the customer is loading. */
export function SettingsLoading() {
  return (
    <Loading id="settings.loading" data-loading className="ui-ruled">
      <SkeletonGroups count={4} className={styles.row}>
        <Skeleton width={120} height={22} />
        <div className="ui-stack8">
          <Skeleton width="40%" height={20} />
          <Skeleton width="60%" height={20} />
        </div>
      </SkeletonGroups>
    </Loading>
  )
}
