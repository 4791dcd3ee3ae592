import type { MessageId } from '#web/platform/i18n/texts.ts'
import { encodeConsent, NO_CONSENT } from './consent.ts'
import { useStoredConsent } from './stored-consent.ts'

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
