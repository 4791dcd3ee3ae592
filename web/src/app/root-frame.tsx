import { Outlet } from '@tanstack/react-router'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { useDocumentTitle } from './document-title.ts'
import { useFirstScreenMark } from './use-first-screen-mark.ts'
import { useLoadFailureToasts } from './use-load-failure-toasts.ts'
import { useScreenFade } from './use-screen-fade.ts'

const DeferredParts = afterFirstScreen(() =>
  import('./deferred-parts.tsx').then(({ DeferredParts }) => DeferredParts),
)

const ThirdPartyScripts = afterFirstScreen(() =>
  import('#web/domains/consent/index.ts').then(module => module.ThirdPartyScripts),
)

/**
 * Wraps every route with the live region and, after the first screen, the toasts, the recovery of the focus and
 * third-party scripts.
 */
export function RootFrame() {
  const { thirdParties = {} } = useConfig()
  useDocumentTitle()
  useFirstScreenMark()
  useLoadFailureToasts()
  useScreenFade()
  return (
    <>
      <Outlet />
      <DeferredParts />
      <LiveRegion />
      {Object.keys(thirdParties).length > 0 && <ThirdPartyScripts thirdParties={thirdParties} />}
    </>
  )
}
