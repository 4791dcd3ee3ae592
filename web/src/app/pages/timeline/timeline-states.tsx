import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import { PageFailure, PageLoading } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Skeleton of the first month while the counts load (PL-026). */
export function TimelineLoading() {
  const { text } = useTexts()
  return <PageLoading label={text('photos.loading')} heading={{ width: 180, height: 24 }} tiles={18} />
}

/** PL-027. */
export function TimelineFailure({ onRetry }: { onRetry: () => void }) {
  const { text } = useTexts()
  return <PageFailure text={text('photos.load-failed')} onRetry={onRetry} />
}

/** PL-027; offers to add photos while adding is enabled (PL-018). */
export function EmptyTimeline({ onAdd }: { onAdd: () => void }) {
  const { text } = useTexts()
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  const add = (
    <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
      {text('photos.add')}
    </Button>
  )
  return (
    <EmptyState
      icon={Images}
      title={text('photos.empty')}
      text={mayAdd && text('photos.empty.text')}
      action={mayAdd && add}
    />
  )
}
