import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { useFocusRecovery } from './focus-recovery.ts'
import { useLateScroll } from './use-late-scroll.ts'

/** Parts of every route that the first screen does not need: toasts of its first moments are shown when it is loaded. */
export function DeferredParts() {
  const { text } = useTexts()
  useFocusRecovery()
  useLateScroll()
  return (
    <ToastRegion
      label={text('app.notifications')}
      closeLabel={text('action.close')}
      undoHint={text('app.undo-key', { mac: isMac() ? 'yes' : 'no' })}
    />
  )
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform)
