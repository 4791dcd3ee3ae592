import Trash2 from 'lucide-react/icons/trash-2'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Replaces every screen of the photo area while the retailer deletes the library. */
export function DeletingLibrary() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={Trash2}
      headingLevel="h1"
      title={text('activation.deleting')}
      text={<ContactText id="activation.deleting.text" />}
    />
  )
}
