import Archive from 'lucide-react/icons/archive'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ReactivateButton } from './reactivate-button.tsx'
import { useActivation } from './use-activation.ts'

/** In place of the empty timeline while the library still lies in the old store (OP-26). */
export function ArchivedLibrary() {
  const { text } = useTexts()
  const { activation, progress } = useActivation()
  // The note above says how far it is.
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
