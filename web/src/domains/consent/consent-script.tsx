import { useEffect, useRef } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { CONSENT_SETTINGS, openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import { toasts } from '#web/ui/toasts.ts'
import { CONSENT, type Consent, encodeConsent, parseConsent } from './consent.ts'
import styles from './consent-script.module.css'
import { loadScript } from './load-script.ts'
import { readConsent, storeConsent } from './stored-consent.ts'
import { useStripHeight } from './use-strip-height.ts'

/**
 * The consent script (AA-036): loaded while there is no choice, and when the visitor opens its settings. It dispatches
 * each choice as `keepsake:consent`, which is stored and sent to the other tabs. It draws its question beside itself, in
 * a strip at the lower edge that is not modal and is hidden while a dialog or the viewer covers the page.
 */
export function ConsentScript({ provider }: { provider: { script: string; key: string } }) {
  const { brand } = useConfig()
  const { locale, text } = useTexts()
  const { parentDomain } = brand
  const { privacy } = brand.addresses
  const { script, key } = provider
  const root = useRef<HTMLDivElement>(null)
  useStripHeight(root)

  useEffect(() => {
    const element = root.current
    if (!element) return
    let isLoaded = false
    let loading: Promise<void> | undefined
    const load = () => {
      const consent = readConsent()
      const consentAttribute: Record<string, string> = consent ? { consent: encodeConsent(consent) } : {}
      loading ??= loadScript(script, { key, locale, privacy, ...consentAttribute }, element).then(
        () => {
          isLoaded = true
        },
        error => {
          loading = undefined
          throw error
        },
      )
      return loading
    }
    const onSettings = () => {
      // A loaded script receives the event itself.
      if (isLoaded) return
      load().then(openConsentSettings, error => {
        reportFailure(error)
        toasts.add({ subject: 'consent', kind: 'error', text: text('consent.failed') })
      })
    }
    document.addEventListener(CONSENT_SETTINGS, onSettings)
    if (!readConsent()) load().catch(reportFailure)
    return () => document.removeEventListener(CONSENT_SETTINGS, onSettings)
  }, [script, key, locale, privacy, text])

  useEffect(() => shareConsent(parentDomain), [parentDomain])
  return <div ref={root} className={styles.strip} data-third-party="consent" />
}

/** Stores choices of this tab and sends them to the other ones; returns a function that stops it. */
function shareConsent(parentDomain: string): () => void {
  const tabs = new BroadcastChannel(CONSENT)
  let knownConsent = readConsent()
  const onConsent = (event: Event) => {
    const consent = parseConsent((event as CustomEvent<unknown>).detail)
    // Each tab dispatches what another one sends: a consent that it knows must not be sent again.
    if (!consent || isSame(consent, knownConsent)) return
    knownConsent = consent
    storeConsent(consent, parentDomain)
    tabs.postMessage(consent)
  }
  tabs.onmessage = ({ data }) => document.dispatchEvent(new CustomEvent(CONSENT, { detail: data }))
  document.addEventListener(CONSENT, onConsent)
  return () => {
    document.removeEventListener(CONSENT, onConsent)
    tabs.close()
  }
}

const isSame = (one: Consent, other: Consent | undefined) =>
  other !== undefined && encodeConsent(one) === encodeConsent(other)
