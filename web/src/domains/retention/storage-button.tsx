import { useQuery, useQueryClient } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import Clock from 'lucide-react/icons/clock'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useState } from 'react'
import { RETENTION_MONTHS, type StorageStatus } from '#contract/retention.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import type { IconProps } from '#web/ui/icon.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import styles from './storage-button.module.css'
import type { StorageNotice } from './storage-notice.ts'
import { storageStatusQuery } from './storage-status-query.ts'
import { useStorageNotice } from './use-storage-notice.ts'

const StorageModal = lazyComponent(() => import('./storage-modal.tsx'), 'StorageModal')

/**
 * The storage status; a press opens the modal that explains it. Plain text while the reactivation flag
 * is off; renders nothing while the status is unknown, and while the library is being deleted, which replaces
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

/** Key of the session storage item that the document fixes. */
const SESSION_FLAG = 'shouldShowReactivationModal'

/**
 * Whether the modal opens automatically: once per browser session, which sets the flag to 'false'. Never without session
 * storage: it would open on every page load.
 */
function shouldAutoOpen(open: () => Storage = () => sessionStorage): boolean {
  try {
    const storage = open()
    if (storage.getItem(SESSION_FLAG) === 'false') return false
    storage.setItem(SESSION_FLAG, 'false')
    return true
  } catch {
    return false
  }
}

/**
 * Returns the storage status, updated by push messages: an order resets it while the page is open. Without an
 * answer it is undefined in production, a sample in other environments.
 */
function useStorageStatus(): StorageStatus | undefined {
  const queries = useQueryClient()
  const { environment } = useConfig()
  const { data, isError } = useQuery(storageStatusQuery)
  useLibraryPush(message => {
    const { queryKey } = storageStatusQuery
    if (message.type === 'storage-status') queries.setQueryData(queryKey, message.status)
    if (message.type === 'ready') void queries.invalidateQueries({ queryKey })
  })
  return data ?? (isError && environment !== 'production' ? createSampleStatus(new Date()) : undefined)
}

const MONTHS_AHEAD = 2

/**
 * Sample used outside production when the status cannot be fetched: deletion in two months, registration
 * sixteen months ago, together the whole retention period.
 */
function createSampleStatus(now: Date): StorageStatus {
  const deletion = addMonths(now, MONTHS_AHEAD)
  return {
    status: 'warning',
    monthsRemaining: MONTHS_AHEAD,
    daysRemaining: Math.round((deletion.getTime() - now.getTime()) / 86_400_000),
    deletionDate: deletion.toISOString(),
    lastOrderDate: null,
    registrationDate: addMonths(now, MONTHS_AHEAD - RETENTION_MONTHS).toISOString(),
    projectCount: 0,
    delayedDeletionDate: null,
    projectedDeletionDate: deletion.toISOString(),
    lastRestorableDay: addMonths(deletion, 1).toISOString().slice(0, 10),
  }
}

/** Adds months, with the day limited to the 28th, which every month has. */
function addMonths(from: Date, months: number): Date {
  const date = new Date(from)
  date.setUTCMonth(from.getUTCMonth() + months, Math.min(from.getUTCDate(), 28))
  return date
}
