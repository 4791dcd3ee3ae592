import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './page-loading.module.css'

/** Skeleton of a heading and of the photos below it while they load. */
export function PageLoading({ label, heading, tiles }: PageLoadingProps) {
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton width={heading.width} height={heading.height} className={styles.heading} />
      <div className={styles.tiles}>
        {Array.from({ length: tiles }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <Skeleton key={index} className={styles.tile} />
        ))}
      </div>
    </div>
  )
}

export interface PageLoadingProps {
  label: string
  /** px */
  heading: { width: number; height: number }
  tiles: number
}
