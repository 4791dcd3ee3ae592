import ArchiveRestore from 'lucide-react/icons/archive-restore'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useActivation } from './use-activation.ts'

/** Requests the import of the legacy library; pending while the import runs. */
export function ReactivateButton({ onStart, ...look }: ReactivateButtonProps) {
  const { text } = useTexts()
  const { progress, start } = useActivation()
  return (
    <Button
      variant="primary"
      icon={ArchiveRestore}
      {...look}
      pending={progress !== 'idle' && progress !== 'failed'}
      onClick={() => {
        start()
        onStart?.()
      }}
    >
      {text('activation.reactivate')}
    </Button>
  )
}

export interface ReactivateButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  onStart?: () => void
}
