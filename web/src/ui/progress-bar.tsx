import { classes } from './classes.ts'
import styles from './progress-bar.module.css'

/** A progress bar, `value` from 0 to 1; indeterminate without a value. */
export function ProgressBar({ label, value, tone = 'accent' }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classes(styles.bar, styles[tone], percent === undefined && styles.unknown)}
    >
      <div className={styles.done} style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  )
}

export interface ProgressBarProps {
  label: string
  value?: number
  /** quiet: paused or waiting */
  tone?: 'accent' | 'quiet' | 'danger'
}
