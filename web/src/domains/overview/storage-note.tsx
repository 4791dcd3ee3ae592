import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { storageStatusQuery } from '#web/domains/retention/storage-query.ts'
import { storageText } from '#web/domains/retention/storage-text.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** How long the photos are kept; nothing while that is not known. */
export function StorageNote() {
  const texts = useTexts()
  const { data } = useQuery(storageStatusQuery)
  if (!data) return null
  return (
    <StatusPill tone={data.status} icon={data.status === 'safe' ? Clock : TriangleAlert}>
      {storageText(texts, data)}
    </StatusPill>
  )
}
