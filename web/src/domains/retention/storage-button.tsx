import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { mayOpenByItself } from './auto-open.ts'
import styles from './storage-button.module.css'
import { storageText, storageTone } from './storage-text.ts'
import { useStorageStatus } from './use-storage-status.ts'

const StorageModal = lazy(() =>
  import('./storage-modal.tsx').then(module => ({ default: module.StorageModal })),
)

/**
 * How long the photos are kept, and on press what that means (PL-128, PL-129). With the reactivation flag off it is
 * plain text (OP-24); while the status is not known, or cannot be had, it is not there.
 */
export function StorageButton() {
  const texts = useTexts()
  const { timeZone } = useConfig().brand
  const status = useStorageStatus()
  const reactivation = useFlag('PhotoManagementReactivationEnabled')
  const [open, setOpen] = useState(false)
  const tone = status && storageTone(status)
  const critical = tone === 'critical'
  useEffect(() => {
    if (critical && reactivation && mayOpenByItself()) setOpen(true)
  }, [critical, reactivation])
  if (!status) return null
  return (
    <div className={styles.status} data-status={tone}>
      <StatusPill
        tone={tone}
        icon={critical ? TriangleAlert : Clock}
        onPress={reactivation ? () => setOpen(true) : undefined}
      >
        {storageText(texts, status, timeZone)}
      </StatusPill>
      {open && (
        <Suspense>
          <StorageModal status={status} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
