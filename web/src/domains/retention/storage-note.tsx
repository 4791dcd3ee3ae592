import { useQuery } from '@tanstack/react-query'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ICONS } from './storage-button.tsx'
import { storageStatusQuery } from './storage-status-query.ts'
import { useStorageNotice } from './use-storage-notice.ts'

/** What is shown of the storage, as a pill; renders nothing while it is unknown. */
export function StorageNote() {
  const { data } = useQuery(storageStatusQuery)
  const notice = useStorageNotice(data)
  if (!notice) return null
  return (
    <StatusPill tone={notice.tone} icon={ICONS[notice.kind]}>
      {notice.text}
    </StatusPill>
  )
}
