import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Offers to add photos while adding is enabled. */
export function EmptyTimeline({ onAdd }: { onAdd: () => void }) {
  const { text } = useTexts()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled')
  const add = (
    <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
      {text('photos.add')}
    </Button>
  )
  return (
    <EmptyState
      icon={Images}
      title={text('photos.empty')}
      text={canAddPhotos && text('photos.empty.text')}
      action={canAddPhotos && add}
    />
  )
}
