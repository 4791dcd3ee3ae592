import type { MessageId } from '#web/platform/i18n/texts.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, Skeletons } from '#web/ui/skeleton.tsx'
import styles from './page-loading.module.css'

/** Skeleton of a heading and of the photos below it while they load. */
export function PageLoading({ id, heading, tiles }: PageLoadingProps) {
  return (
    <Loading id={id} className={styles.loading}>
      <Skeleton width={heading.width} height={heading.height} className={styles.heading} />
      <div className={styles.tiles}>
        <Skeletons count={tiles} className={styles.tile} />
      </div>
    </Loading>
  )
}

export interface PageLoadingProps {
  /** What is loading, for screen readers. */
  id: MessageId
  /** px */
  heading: { width: number; height: number }
  tiles: number
}
