import { SettingsButton, SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { encodeConsent, NO_CONSENT } from './consent.ts'
import { useStoredConsent } from './stored-consent.ts'

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

/** Returns the text of what the visitor allows. */
export function useConsentText(): MessageId {
  const code = encodeConsent(useStoredConsent() ?? NO_CONSENT)
  return TEXT_BY_CONSENT[code as keyof typeof TEXT_BY_CONSENT]
}

const TEXT_BY_CONSENT = {
  '00': 'consent.none',
  '10': 'consent.analytics',
  '01': 'consent.marketing',
  '11': 'consent.all',
} as const
