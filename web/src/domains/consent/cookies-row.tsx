import { SettingsButton, SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { useConsentText } from './consent-text.ts'

/** The visitor's consent, and the button that changes it; nothing without a consent script. */
export function CookiesRow() {
  const { text } = useTexts()
  const { thirdParties } = useConfig()
  const consentText = useConsentText()
  if (!thirdParties?.consent) return null
  return (
    <SettingsRow
      label={text('consent.title')}
      renderAction={() => (
        <SettingsButton onClick={openConsentSettings}>{text('consent.settings')}</SettingsButton>
      )}
    >
      <p>{text('consent.text')}</p>
      <SettingsNote>{text(consentText)}</SettingsNote>
    </SettingsRow>
  )
}
