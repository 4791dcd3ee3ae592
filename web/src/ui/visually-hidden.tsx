import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** For screen readers only. */
export function VisuallyHidden({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className={styles.hidden}>
      {children}
    </span>
  )
}
