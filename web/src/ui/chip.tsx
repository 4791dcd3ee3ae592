import styles from './chip.module.css'
import { classes } from './classes.ts'

/** A short status in a coloured capsule. `plain` is grey text without a fill, for a status without a known meaning. */
export function Chip({ tone = 'neutral', small = false, children }: ChipProps) {
  return <span className={classes(styles.chip, styles[tone], small && styles.small)}>{children}</span>
}

export type ChipTone = 'accent' | 'progress' | 'critical' | 'warning' | 'neutral' | 'plain'

export interface ChipProps {
  tone?: ChipTone
  /** 24 px instead of 28 px high. */
  small?: boolean
  children: string
}
