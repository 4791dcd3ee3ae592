import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/platform/listeners/listeners.ts'
import { type Consent, decodeConsent, encodeConsent } from './consent.ts'
import { getCookieDomain, readCookie, writeCookie } from './cookies.ts'

const COOKIE = 'keepsake_consent'
const DAYS = 180

/** Loads the visitor's choice; undefined before the first one, and 180 days after the last one. */
export function readConsent(): Consent | undefined {
  return decodeConsent(readCookie(COOKIE))
}

/** Stores the choice in a cookie of the brand's parent domain, which its other sites read too. */
export function storeConsent(consent: Consent, parentDomain: string): void {
  const domain = getCookieDomain(parentDomain)
  const attributes = [
    `${COOKIE}=${encodeConsent(consent)}`,
    'path=/',
    `max-age=${DAYS * 24 * 60 * 60}`,
    'samesite=lax',
    ...(domain ? [`domain=${domain}`] : []),
    ...(location.protocol === 'https:' ? ['secure'] : []),
  ]
  writeCookie(attributes.join('; '))
  listeners.notify()
}

/** `readConsent` for components; re-renders when this page stores a choice. */
export function useStoredConsent(): Consent | undefined {
  // A text, because every reading makes another object.
  return decodeConsent(useSyncExternalStore(listeners.subscribe, () => readCookie(COOKIE)))
}

const listeners = createListeners()
