import { Link } from '@tanstack/react-router'
import Cookie from 'lucide-react/icons/cookie'
import { useEffect } from 'react'
import { useConsentText } from '#web/domains/consent/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ResultPage } from './result-page.tsx'

/** '/cookie-settings': opens the settings and shows the choice, for visitors who come from a page without scripts. */
export function CookieSettings() {
  const { text } = useTexts()
  const hasChoice = useConfig().thirdParties?.consent !== undefined
  const consentText = useConsentText()
  useEffect(() => {
    if (hasChoice) openConsentSettings()
  }, [hasChoice])
  return (
    <ResultPage
      icon={Cookie}
      title={text('consent.settings')}
      action={
        hasChoice && (
          <Button variant="primary" onClick={openConsentSettings}>
            {text('settings.change')}
          </Button>
        )
      }
      link={
        <Link to={PATHS.overview} className={buttonClass('text')}>
          {text('app.not-found.action')}
        </Link>
      }
    >
      <p>{text(consentText)}</p>
    </ResultPage>
  )
}
