import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNetworkFailure } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { LoadFailure } from '#web/platform/lazy/load-failure.ts'
import { useWindowEvent } from '#web/platform/listeners/use-window-event.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { reloadForNewBuild } from '../new-build.ts'
import { DeferredLegalFooter } from '../shell/deferred-legal-footer.ts'
import { FullPage } from './full-page.tsx'

/**
 * Replaces a screen that failed. Retries by itself when the device is online again; reloads the page
 * where that is the only remedy: after a deployment, and in browsers that never repeat a failed import.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { text } = useTexts()
  const router = useRouter()
  const reason = getReason(error)
  useEffect(() => {
    reportFailure(error)
    if (error instanceof LoadFailure && error.reason === 'outdated') reloadForNewBuild()
  }, [error])
  const retry = () => {
    if (error instanceof LoadFailure && reason !== 'offline') return location.reload()
    reset()
    void router.invalidate()
  }
  useWindowEvent('online', retry, reason === 'offline')
  const [title, message, action] = TEXTS_BY_REASON[reason]
  return (
    <FullPage
      urgent
      title={text(title)}
      text={<ContactText id={message} />}
      action={
        <Button variant="primary" onClick={retry}>
          {text(action)}
        </Button>
      }
    />
  )
}

/** Replaces a whole frame that failed: with a main element and the footer of its own. */
export function FrameErrorScreen(props: ErrorComponentProps) {
  return (
    <>
      <main>
        <ErrorScreen {...props} />
      </main>
      <DeferredLegalFooter centred />
    </>
  )
}

type Reason = 'offline' | 'outdated' | 'failed'

/** Title, text and button. */
const TEXTS_BY_REASON: Record<Reason, [MessageId, MessageId, MessageId]> = {
  offline: ['app.offline.title', 'app.offline.screen', 'action.try-again'],
  outdated: ['app.outdated.title', 'app.outdated.text', 'action.reload'],
  failed: ['app.error.title', 'app.error.text', 'action.try-again'],
}

function getReason(error: unknown): Reason {
  if (error instanceof LoadFailure) return error.reason
  return isNetworkFailure(error) && !navigator.onLine ? 'offline' : 'failed'
}
