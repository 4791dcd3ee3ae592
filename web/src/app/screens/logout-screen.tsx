import { useEffect, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { signOut } from '../sign-out.ts'
import { StandalonePage } from './full-page.tsx'
import { PendingScreen } from './pending-screen.tsx'

/** '/logout': signs out and navigates to the identity provider's end-session address (AA-004). */
export function LogoutScreen() {
  const { text } = useTexts()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!failed) signOut(false).catch(() => setFailed(true))
  }, [failed])
  if (!failed) return <PendingScreen />
  return (
    <StandalonePage
      title={text(navigator.onLine ? 'app.error.title' : 'app.offline.title')}
      text={text(navigator.onLine ? 'app.error.text' : 'app.offline.sign-out')}
      action={
        <Button variant="primary" onClick={() => setFailed(false)}>
          {text('action.try-again')}
        </Button>
      }
    />
  )
}
