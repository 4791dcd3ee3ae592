import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isNetworkFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { ContactText } from '#web/ui/contact-text.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { signOut } from '../sign-out.ts'
import { PendingScreen } from './pending-screen.tsx'
import { StandalonePage } from './standalone-page.tsx'

/**
 * '/logout': signs out and navigates to the identity provider's end-session address. Without a connection it
 * returns to the screen before.
 */
export function LogoutScreen() {
  const { text } = useTexts()
  const [hasFailed, setFailed] = useState(false)
  const { history } = useRouter()
  useEffect(() => {
    let isUnmounted = false
    const fail = (error: unknown) => {
      if (isUnmounted) return
      if (!isNetworkFailure(error) || !history.canGoBack()) return setFailed(true)
      toasts.add({ subject: 'sign-out', kind: 'error', text: text('app.offline.sign-out') })
      history.back()
    }
    if (!hasFailed) signOut(false).catch(fail)
    return () => {
      isUnmounted = true
    }
  }, [hasFailed, history, text])
  if (!hasFailed) return <PendingScreen />
  return (
    <StandalonePage
      title={text(navigator.onLine ? 'app.error.title' : 'app.offline.title')}
      text={<ContactText id={navigator.onLine ? 'app.error.text' : 'app.offline.sign-out'} />}
      action={
        <Button variant="primary" onClick={() => setFailed(false)}>
          {text('action.try-again')}
        </Button>
      }
    />
  )
}
