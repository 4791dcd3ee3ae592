import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import { activationQuery } from '#web/domains/activation/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { shouldAutoOpen } from './auto-open.ts'
import styles from './storage-button.module.css'
import { storageText, storageTone } from './storage-text.ts'
import { useStorageStatus } from './use-storage-status.ts'

const StorageModal = lazyComponent(() =>
  import('./storage-modal.tsx').then(({ StorageModal }) => StorageModal),
)

/**
 * The storage status; a press opens the modal that explains it (PL-128, PL-129). Plain text while the reactivation flag
 * is off (OP-24); renders nothing while the status is unknown.
 */
export function StorageButton() {
  const texts = useTexts()
  const status = useStorageStatus()
  const canReactivate = useFlag('PhotoManagementReactivationEnabled')
  const [isOpen, setOpen] = useState(false)
  const isArchived = useIsArchived()
  const tone = status && (isArchived ? 'safe' : storageTone(status))
  const isCritical = tone === 'critical'
  const isCounted = isArchived !== undefined
  useEffect(() => {
    if (isCritical && isCounted && canReactivate && shouldAutoOpen()) setOpen(true)
  }, [isCritical, isCounted, canReactivate])
  if (!status || isArchived === undefined) return null
  return (
    <div className={styles.status} data-status={tone}>
      <StatusPill
        tone={tone}
        icon={isArchived ? Archive : isCritical ? TriangleAlert : Clock}
        onPress={canReactivate ? () => setOpen(true) : undefined}
      >
        {isArchived ? texts.text('activation.archived') : storageText(texts, status)}
      </StatusPill>
      {isOpen && <StorageModal status={status} isArchived={isArchived} onClose={() => setOpen(false)} />}
    </div>
  )
}

/**
 * Whether all photos are in the legacy store: the deletion date of the status does not apply to them (OP-26). Undefined
 * while unknown: a wrong date must not be shown.
 */
function useIsArchived(): boolean | undefined {
  const activation = useQuery(activationQuery)
  const totals = useQuery(libraryTotalsQuery())
  // Not `isPending`: a failed query is pending again whenever the modal refetches it.
  if (!activation.isFetched) return undefined
  if (activation.data?.status !== 'NOT_ACTIVE') return false
  return totals.isFetched ? totals.data?.photosCount === 0 : undefined
}
