import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import styles from './page-failure.module.css'

/** Replaces photos that could not be loaded: a message and a retry button. */
export function PageFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const texts = useTexts()
  return (
    <div className={styles.failure}>
      <AlertBanner kind="error" retry={{ label: texts.text('action.try-again'), onPress: onRetry }}>
        {text}
      </AlertBanner>
    </div>
  )
}
