import { useEffect, useState } from 'react'
import { SIGN_IN_PATH } from '#contract/pages.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import { SIGNED_IN_WINDOW_PATH, STEP_UP_CHANNEL } from '#web/platform/session/return-path.ts'
import { getStepUpTicket } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './confirm-identity.module.css'

/**
 * The way of an external provider: it asks in a window of its own, so that the form stays, and the session of all tabs gets
 * the ticket (NX-311).
 */
export function ExternalAnswer({ onConfirmed }: { onConfirmed: () => void }) {
  const { text } = useTexts()
  const ticket = getStepUpTicket(useSession())
  const [knownTicket] = useState(ticket)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (ticket !== undefined && ticket !== knownTicket) onConfirmed()
  }, [ticket, knownTicket, onConfirmed])
  useEffect(() => {
    const channel = new BroadcastChannel(STEP_UP_CHANNEL)
    channel.onmessage = () => setFailed(true)
    return () => channel.close()
  }, [])
  const ask = () => {
    setFailed(false)
    const signInWindow = openWindow(SIGNED_IN_WINDOW_PATH)
    // A browser that opens no windows.
    if (!signInWindow) location.assign(getAddress(location.pathname + location.search + location.hash))
  }
  return (
    <div className={styles.methods}>
      {hasFailed && <AlertBanner kind="error">{text('confirm-identity.external.failed')}</AlertBanner>}
      <p>{text('confirm-identity.external')}</p>
      <Button variant="primary" size="large" autoFocus className={styles.wide} onClick={ask}>
        {text('confirm-identity.external.action')}
      </Button>
    </div>
  )
}

const openWindow = (returnTo: string) =>
  window.open(getAddress(returnTo), 'keepsake-sign-in', 'popup,width=520,height=760')

const getAddress = (returnTo: string) =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ 'step-up': '1', returnTo })}`
