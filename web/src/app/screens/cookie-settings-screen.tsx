import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConsentText } from '#web/domains/consent/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FullPage } from './full-page.tsx'

/** '/cookie-settings': opens the settings, for visitors who come from a page without scripts. */
export function CookieSettingsScreen() {
  const { text } = useTexts()
  const hasChoice = useConfig().thirdParties?.consent !== undefined
  const consentText = useConsentText()
  useEffect(() => {
    if (hasChoice) openConsentSettings()
  }, [hasChoice])
  return (
    <FullPage
      title={text('consent.settings')}
      text={text(consentText)}
      action={
        <>
          {hasChoice && (
            <Button variant="primary" onClick={openConsentSettings}>
              {text('settings.change')}
            </Button>
          )}
          <Link to={PATHS.overview} className={buttonClass('text')}>
            {text('app.not-found.action')}
          </Link>
        </>
      }
    />
  )
}
