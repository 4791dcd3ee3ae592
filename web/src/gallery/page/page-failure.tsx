import { AlertBanner } from '#web/ui/alert-banner.tsx'
import styles from './page-failure.module.css'

/** Replaces photos that could not be loaded: a message and a retry button. */
export function PageFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <AlertBanner kind="error" onRetry={onRetry}>
        {text}
      </AlertBanner>
    </div>
  )
}
