import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './delete-account.module.css'
import { useDeletionRequest } from './use-deletion-request.ts'

/** The server refuses a second request within a minute. */
const SEND_AGAIN_MS = 60_000

/**
 * Replaces the form: asks the customer to open the mail; after a minute the link can be sent again. Mounted anew for
 * each mail.
 */
export function DeletionSent({ onSent }: { onSent: () => void }) {
  const { text } = useTexts()
  const [canSendAgain, setCanSendAgain] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { send, pending, failure } = useDeletionRequest(onSent)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => setCanSendAgain(true), SEND_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.sent}>
        {text('delete-account.sent')}
      </h2>
      <p className={styles.fact}>{text('delete-account.sent.text')}</p>
      {failure && <AlertBanner kind="error">{failure}</AlertBanner>}
      {canSendAgain && (
        <Button variant="line" pending={pending} onClick={send}>
          {text('delete-account.send-again')}
        </Button>
      )}
    </section>
  )
}
