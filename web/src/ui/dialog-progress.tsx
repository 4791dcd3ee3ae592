import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './dialog-progress.module.css'
import { ProgressBar } from './progress-bar.tsx'

/** Progress of the operation of a dialog: a bar, `value` from 0 to 1, above its text. */
export function DialogProgress({ label, value, children }: DialogProgressProps) {
  return (
    <div className={classes('ui-stack8 ui-above16 ui-ink', styles.progress)}>
      <ProgressBar label={label} value={value} />
      <p>{children}</p>
    </div>
  )
}

export interface DialogProgressProps {
  label: string
  value: number
  children: ReactNode
}
