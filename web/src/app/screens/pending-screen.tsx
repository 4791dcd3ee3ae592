import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './full-page.module.css'

/** While a screen's code or a guard is on its way, from 300 ms on. */
export function PendingScreen() {
  const { text } = useTexts()
  return (
    <div className={styles.page}>
      <Spinner label={text('app.loading')} size={28} />
    </div>
  )
}
