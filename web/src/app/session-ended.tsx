import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { SIGN_IN_PATH } from '#contract/pages.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useSession } from '#web/platform/session/page-session.ts'
import { SIGNED_IN_WINDOW_PATH } from '#web/platform/session/return-path.ts'
import { getCustomer } from '#web/platform/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { redirectToSignIn } from './redirect-to-sign-in.ts'

/**
 * A sentence and a sign-in over the page whose session has ended by itself. The sign-in is a window of its own, so that
 * selection, typed text and uploads stay; afterwards everything on the page is loaded again.
 */
export function SessionEnded() {
  const { text } = useTexts()
  const queries = useQueryClient()
  const session = useSession()
  const hasEnded = session.status === 'signed-out' && getCustomer(session) !== undefined
  const hadEnded = useRef(false)
  useEffect(() => {
    if (hadEnded.current && !hasEnded) void queries.invalidateQueries()
    hadEnded.current = hasEnded
  }, [hasEnded, queries])
  if (!hasEnded) return null
  return (
    <Dialog
      title={text('app.session-ended.title')}
      role="alertdialog"
      size="small"
      closeDisabled
      onClose={() => {}}
      footer={
        <Button variant="primary" onClick={openSignIn}>
          {text('sign-in.submit')}
        </Button>
      }
    >
      <p>{text('app.session-ended.text')}</p>
    </Dialog>
  )
}

function openSignIn() {
  const address = `${SIGN_IN_PATH}?${new URLSearchParams({ returnTo: SIGNED_IN_WINDOW_PATH })}`
  const signInWindow = window.open(address, 'keepsake-sign-in', 'popup,width=520,height=760')
  // A browser that opens no windows.
  if (!signInWindow) void redirectToSignIn(location.pathname + location.search + location.hash)
}
