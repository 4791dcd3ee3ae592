import { Outlet } from '@tanstack/react-router'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { useDocumentTitle } from './document-title.ts'
import { useFocusRecovery } from './focus-recovery.ts'
import { useLoadFailureToasts } from './use-load-failure-toasts.ts'

/** Wraps every route with the toasts, the live region and the recovery of the focus. */
export function RootFrame() {
  const { text } = useTexts()
  useDocumentTitle()
  useFocusRecovery()
  useLoadFailureToasts()
  return (
    <>
      <Outlet />
      <ToastRegion
        label={text('app.notifications')}
        closeLabel={text('action.close')}
        undoHint={text('app.undo-key', { mac: isMac() ? 'yes' : 'no' })}
      />
      <LiveRegion />
    </>
  )
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform)
