import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './skeleton.module.css'

/** A placeholder in the final size of content that is loading; visible after 300 ms. */
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
  /** px or any CSS length; default: the full width */
  width?: number | string
  height?: number | string
  round?: boolean
  className?: string
}

/** Equal groups of placeholders, each in a box. */
export function SkeletonGroups({ count, className, children }: SkeletonGroupsProps) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
    <div key={index} className={className}>
      {children}
    </div>
  ))
}

interface SkeletonGroupsProps {
  count: number
  className: string | undefined
  children: ReactNode
}

/** Equal placeholders. */
export function Skeletons({ count, ...skeleton }: SkeletonProps & { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
    <Skeleton key={index} {...skeleton} />
  ))
}
