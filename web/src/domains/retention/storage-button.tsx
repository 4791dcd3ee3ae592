import Archive from 'lucide-react/icons/archive'
import Clock from 'lucide-react/icons/clock'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import type { IconProps } from '#web/ui/icon.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { shouldAutoOpen } from './auto-open.ts'
import styles from './storage-button.module.css'
import type { StorageNotice } from './storage-notice.ts'
import { useStorageNotice } from './use-storage-notice.ts'
import { useStorageStatus } from './use-storage-status.ts'

const StorageModal = lazyComponent(() =>
  import('./storage-modal.tsx').then(({ StorageModal }) => StorageModal),
)

/**
 * The storage status; a press opens the modal that explains it (PL-128, PL-129). Plain text while the reactivation flag
 * is off (OP-24); renders nothing while the status is unknown, and while the library is being deleted, which replaces
 * the page.
 */
export function StorageButton() {
  const status = useStorageStatus()
  const notice = useStorageNotice(status)
  const [isOpen, setOpen] = useState(false)
  const opensAutomatically = notice?.opensAutomatically
  useEffect(() => {
    if (opensAutomatically && shouldAutoOpen()) setOpen(true)
  }, [opensAutomatically])
  if (!status || !notice || notice.kind === 'deleting') return null
  return (
    <div className={styles.status} data-status={notice.tone}>
      <StatusPill
        tone={notice.tone}
        icon={ICONS[notice.kind]}
        onPress={notice.opensModal ? () => setOpen(true) : undefined}
      >
        {notice.text}
      </StatusPill>
      {isOpen && <StorageModal status={status} notice={notice} onClose={() => setOpen(false)} />}
    </div>
  )
}

export const ICONS: Record<StorageNotice['kind'], IconProps['of']> = {
  safe: Clock,
  warning: Clock,
  critical: TriangleAlert,
  grace: TriangleAlert,
  archived: Archive,
  deleting: Trash2,
}
