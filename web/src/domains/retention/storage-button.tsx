import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { mayOpenByItself } from './auto-open.ts'
import styles from './storage-button.module.css'
import { storageStatusQuery } from './storage-query.ts'
import { storageText } from './storage-text.ts'

const StorageModal = lazy(() =>
  import('./storage-modal.tsx').then(module => ({ default: module.StorageModal })),
)

/**
 * How long the photos are kept, and on press what that means (PL-128, PL-129). With the reactivation flag off it is
 * plain text (OP-24); while the status is not known, or cannot be had, it is not there.
 */
export function StorageButton() {
  const texts = useTexts()
  const { data } = useQuery(storageStatusQuery)
  const reactivation = useFlag('PhotoManagementReactivationEnabled')
  const [open, setOpen] = useState(false)
  const critical = data?.status === 'critical'
  useEffect(() => {
    if (critical && reactivation && mayOpenByItself()) setOpen(true)
  }, [critical, reactivation])
  if (!data) return null
  return (
    <div className={styles.status} data-status={data.status}>
      <StatusPill
        tone={data.status}
        icon={critical ? TriangleAlert : Clock}
        onPress={reactivation ? () => setOpen(true) : undefined}
      >
        {storageText(texts, data)}
      </StatusPill>
      {open && (
        <Suspense>
          <StorageModal status={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
