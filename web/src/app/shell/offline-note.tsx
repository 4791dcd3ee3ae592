import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOnline } from '#web/platform/network/use-online.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import styles from './offline-note.module.css'

/** A note shown while the device is offline, above the page; scrolled photos move below it. */
export function OfflineNote() {
  const { text } = useTexts()
  const isOnline = useOnline()
  return (
    // The live region has to exist before its text.
    <div aria-live="polite" className={styles.place}>
      {!isOnline && (
        <div className={styles.note}>
          <AlertBanner kind="warning">{text('app.offline')}</AlertBanner>
        </div>
      )}
    </div>
  )
}
