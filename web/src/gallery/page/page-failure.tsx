import type { ComponentProps } from 'react'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import styles from './page-failure.module.css'

/** Replaces photos that could not be loaded: a message and a retry button. */
export function PageFailure(props: ComponentProps<typeof LoadFailed>) {
  return (
    <div className={styles.failure}>
      <LoadFailed {...props} />
    </div>
  )
}
