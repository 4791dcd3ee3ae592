import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { storageStatusQuery } from './storage-status-query.ts'
import { storageText, storageTone } from './storage-text.ts'

/** The storage status as a pill; renders nothing while it is unknown. */
export function StorageNote() {
  const texts = useTexts()
  const { data } = useQuery(storageStatusQuery)
  if (!data) return null
  const tone = storageTone(data)
  return (
    <StatusPill tone={tone} icon={tone === 'safe' ? Clock : TriangleAlert}>
      {storageText(texts, data)}
    </StatusPill>
  )
}
