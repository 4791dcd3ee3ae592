import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { ProgressBar } from './progress-bar.tsx'
import styles from './progress-card.module.css'

/** A card with the progress of a long operation. */
export function ProgressCard({ title, value, count, action, children }: ProgressCardProps) {
  return (
    <section className={classes('ui-stack12', styles.note)} aria-label={title}>
      <p className={styles.title} role="status">
        {title}
      </p>
      <ProgressBar label={title} value={value} />
      {(count || action) && (
        <div className={classes('ui-row ui-wrap ui-quiet ui-between', styles.row)}>
          <span>{count}</span>
          {action}
        </div>
      )}
      <p className="ui-quiet">{children}</p>
    </section>
  )
}

interface ProgressCardProps {
  title: string
  /** 0 to 1; undefined while it is unknown. */
  value: number | undefined
  /** Such as '12 / 340'. */
  count?: ReactNode
  /** One button, such as 'Undo'. */
  action?: ReactNode
  /** Further explanation. */
  children: ReactNode
}
