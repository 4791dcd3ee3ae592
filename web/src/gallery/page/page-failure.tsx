import { LazyAlertBanner } from '#web/ui/lazy-components.ts'
import styles from './page-failure.module.css'

/** Replaces photos that could not be loaded: a message and a retry button. */
export function PageFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <LazyAlertBanner kind="error" onRetry={onRetry}>
        {text}
      </LazyAlertBanner>
    </div>
  )
}
