import type { ReactNode } from 'react'
import { ProgressBar } from './progress-bar.tsx'
import styles from './progress-card.module.css'

/** A card that tells how far something long is, in the place of what it changes. */
export function ProgressCard({ title, value, count, action, children }: ProgressCardProps) {
  return (
    <section className={styles.note} aria-label={title}>
      <p className={styles.title} role="status">
        {title}
      </p>
      <ProgressBar label={title} value={value} />
      {(count || action) && (
        <div className={styles.row}>
          <span>{count}</span>
          {action}
        </div>
      )}
      <p className={styles.text}>{children}</p>
    </section>
  )
}

interface ProgressCardProps {
  title: string
  /** 0 to 1; left out while it is not known. */
  value: number | undefined
  /** How much of how much. */
  count?: ReactNode
  /** One button, such as 'Undo'. */
  action?: ReactNode
  /** What else is to be known. */
  children: ReactNode
}
