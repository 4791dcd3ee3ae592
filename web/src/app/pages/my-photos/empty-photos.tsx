import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import { useFlag } from '#web/platform/flags/flags.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** In place of photos while there are none: offers to add some, with a hint, where and while that is possible. */
export function EmptyPhotos({ title, hint, onAdd }: EmptyPhotosProps) {
  const { text } = useTexts()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled') && onAdd !== undefined
  const add = (
    <Button variant="primary" icon={ImagePlus} onClick={onAdd}>
      {text('photos.add')}
    </Button>
  )
  return (
    <EmptyState
      icon={Images}
      title={text(title)}
      text={canAddPhotos && text(hint)}
      action={canAddPhotos && add}
    />
  )
}

interface EmptyPhotosProps {
  title: MessageId
  hint: MessageId
  onAdd: (() => void) | undefined
}
