import { Outlet } from '@tanstack/react-router'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { useDocumentTitle } from './document-title.ts'
import { useFocusRecovery } from './focus-recovery.ts'
import { loadLateFrame } from './load-late-frame.ts'
import { useFirstScreenMark } from './use-first-screen-mark.ts'
import { useLoadFailureToasts } from './use-load-failure-toasts.ts'
import { useScreenFade } from './use-screen-fade.ts'

const ThirdPartyScripts = afterFirstScreen(() =>
  import('#web/domains/consent/index.ts').then(module => module.ThirdPartyScripts),
)

const ConfigNote = lazyComponent(() =>
  import('./defaults/config-note.tsx').then(({ ConfigNote }) => ConfigNote),
)

const LateFrame = afterFirstScreen(() => loadLateFrame().then(({ LateFrame }) => LateFrame))

/**
 * Wraps every route with the note about a missing configuration, the toasts, the live region, the recovery of the focus and,
 * after the first screen, the late scroll, the sign-in of an ended session, the question who the customer is and third-party scripts. The question about
 * cookies is first in the page, where keyboard and screen reader find it.
 */
export function RootFrame() {
  const { text } = useTexts()
  const { thirdParties = {}, defaults } = useConfig()
  useDocumentTitle()
  useFirstScreenMark()
  useFocusRecovery()
  useLoadFailureToasts()
  useScreenFade()
  return (
    <>
      {Object.keys(thirdParties).length > 0 && <ThirdPartyScripts thirdParties={thirdParties} />}
      {defaults && <ConfigNote requestedAddress={defaults.requestedAddress} />}
      <Outlet />
      <ToastRegion
        label={text('app.notifications')}
        closeLabel={text('action.close')}
        undoHint={text('app.undo-key', { mac: isMac() ? 'yes' : 'no' })}
      />
      <LiveRegion />
      <LateFrame />
    </>
  )
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform)
