import Archive from 'lucide-react/icons/archive'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ReactivateButton } from './reactivate-button.tsx'
import { useActivation } from './use-activation.ts'

/** Replaces the empty timeline while the library is in the legacy store and no import is running. */
export function ArchivedLibrary() {
  const { text } = useTexts()
  const { activation, progress } = useActivation()
  // ActivationNote shows the progress.
  if (activation?.status !== 'NOT_ACTIVE' || progress !== 'idle') return null
  return (
    <EmptyState
      icon={Archive}
      title={text('activation.archived')}
      text={text('activation.archived.text', { count: activation.waitingCount ?? 0 })}
      action={<ReactivateButton />}
    />
  )
}

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
