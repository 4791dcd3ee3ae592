import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { lazy, Suspense, useEffect, useState } from 'react'
import { activationQuery } from '#web/domains/activation/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { shouldAutoOpen } from './auto-open.ts'
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
  const archived = useIsArchived()
  const tone = status && (archived ? 'safe' : storageTone(status))
  const critical = tone === 'critical'
  const known = archived !== undefined
  useEffect(() => {
    if (critical && known && reactivation && shouldAutoOpen()) setOpen(true)
  }, [critical, known, reactivation])
  if (!status || archived === undefined) return null
  return (
    <div className={styles.status} data-status={tone}>
      <StatusPill
        tone={tone}
        icon={archived ? Archive : critical ? TriangleAlert : Clock}
        onPress={reactivation ? () => setOpen(true) : undefined}
      >
        {archived ? texts.text('activation.archived') : storageText(texts, status, timeZone)}
      </StatusPill>
      {open && (
        <Suspense>
          <StorageModal status={status} archived={archived} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Nothing is here, and what lies in the old store does not leave on the date of the status (OP-26). Undefined while that
 * is not known: nobody is to be told of a date that is not theirs.
 */
function useIsArchived(): boolean | undefined {
  const activation = useQuery(activationQuery)
  const totals = useQuery(libraryTotalsQuery())
  // Not `isPending`: a question that failed is pending again each time the modal asks it anew.
  if (!activation.isFetched) return undefined
  if (activation.data?.status !== 'NOT_ACTIVE') return false
  return totals.isFetched ? totals.data?.photosCount === 0 : undefined
}
