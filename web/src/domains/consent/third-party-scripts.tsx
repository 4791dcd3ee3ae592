import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { PageThirdParties } from '#contract/third-parties.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useStripped } from '#web/platform/flags/flags.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { markListening } from '#web/platform/tracking/third-party-events.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { Analytics } from './analytics.tsx'
import { Chat } from './chat.tsx'
import { NO_CONSENT } from './consent.ts'
import { ConsentScript } from './consent-script.tsx'
import { deleteStoredData } from './cookies.ts'
import { Feedback } from './feedback.tsx'
import { useStoredConsent } from './stored-consent.ts'

/**
 * The configured third-party scripts: the consent script here, feedback and chat at the end of the page, each as long as
 * the visitor allows it; feedback counts as analytics (OP-58).
 */
export function ThirdPartyScripts({ thirdParties }: { thirdParties: PageThirdParties }) {
  const { consent, analytics, feedback, chat } = thirdParties
  const isAllowed = (useStoredConsent() ?? NO_CONSENT).analytics
  const session = useSession()
  const isStripped = useStripped()
  const variant = isMobile(useScreenSize()) ? 'mobile' : 'desktop'
  useDeletion(analytics?.stored, isAllowed)
  // Effects of the scripts below run before this one.
  useEffect(markListening, [])
  return (
    <>
      {consent && <ConsentScript provider={consent} />}
      {analytics && isAllowed && <Analytics provider={analytics} />}
      {createPortal(
        <>
          {feedback && isAllowed && !isStripped && <Feedback provider={feedback} variant={variant} />}
          {chat && session.status === 'signed-in' && !isStripped && (
            <Chat provider={chat} email={session.claims.email} />
          )}
        </>,
        document.body,
      )}
    </>
  )
}

/** Deletes what analytics stored while it is not allowed: after a withdrawal, also one on another page of the brand. */
function useDeletion(names: readonly string[] | undefined, isAllowed: boolean) {
  const { parentDomain } = useConfig().brand
  useEffect(() => {
    if (names && !isAllowed) deleteStoredData(names, parentDomain)
  }, [names, isAllowed, parentDomain])
}
