import { useEffect, useRef, useState } from 'react'
import { retryConfig } from '#web/platform/config/retry-config.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { hasUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './config-note.module.css'

/**
 * Says what does not work without config.json, and requests it again. The page reloads when it is there, unless
 * that would lose work: the customer decides then.
 */
export function ConfigNote({ requestedAddress }: { requestedAddress: string }) {
  const { text } = useTexts()
  const [isLoaded, setLoaded] = useState(false)
  const tryNow = useRef<() => Promise<void>>(null)
  useEffect(() => {
    tryNow.current ??= retryConfig(() => (hasUnsavedWork() ? setLoaded(true) : reload(requestedAddress)))
  }, [requestedAddress])
  const action = isLoaded ? (
    <Button variant="line" size="small" onClick={() => reload(requestedAddress)}>
      {text('action.reload')}
    </Button>
  ) : (
    <Button variant="line" size="small" onClick={() => void tryNow.current?.()}>
      {text('action.try-again')}
    </Button>
  )
  return (
    <div className={classes('ui-screen-only', styles.note)}>
      <AlertBanner kind="warning" action={action}>
        {text(isLoaded ? 'app.defaults.loaded' : 'app.defaults')}
      </AlertBanner>
    </div>
  )
}

/** Loads the page again; at the requested address if the router left it for the start page because every flag was off. */
function reload(requestedAddress: string): void {
  if (location.pathname === PATHS.overview && location.href !== requestedAddress)
    location.replace(requestedAddress)
  else location.reload()
}
