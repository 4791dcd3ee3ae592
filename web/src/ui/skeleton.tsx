import { classes } from './classes.ts'
import styles from './skeleton.module.css'

/** The grey place of something that is still loading, in its final size; painted only after 300 ms. */
export function Skeleton({ width, height, round = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={classes(styles.skeleton, round && styles.round, className)}
      style={{ width, height }}
    />
  )
}

export interface SkeletonProps {
  /** px or any CSS length; left out: the full width */
  width?: number | string
  height?: number | string
  round?: boolean
  className?: string
}
