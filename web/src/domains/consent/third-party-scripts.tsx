import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PageThirdParties } from '#contract/third-parties.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useStripped } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import {
  CHAT,
  CONSENT_SETTINGS,
  isChatHidden,
  markListening,
  openChat,
  openConsentSettings,
} from '#web/platform/tracking/third-party-events.ts'
import { TRACKED, type TrackedEvent, track } from '#web/platform/tracking/tracking.ts'
import { classes } from '#web/ui/classes.ts'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { CONSENT, type Consent, encodeConsent, NO_CONSENT, parseConsent } from './consent.ts'
import styles from './consent-script.module.css'
import { deleteStoredData } from './cookies.ts'
import { readConsent, storeConsent, useStoredConsent } from './stored-consent.ts'

/**
 * The configured third-party scripts: the consent script here, feedback and chat at the end of the page, each as long as
 * the visitor allows it; feedback counts as analytics.
 */
export function ThirdPartyScripts({ thirdParties }: { thirdParties: PageThirdParties }) {
  const { consent, analytics, feedback, chat } = thirdParties
  const isAllowed = (useStoredConsent() ?? NO_CONSENT).analytics
  const session = useSession()
  const isStripped = useStripped()
  const variant = isMobile(useScreenSize()) ? 'mobile' : 'desktop'
  useDeletion(analytics?.stored, isAllowed)
  // Effects of the scripts below run before this one.
  useEffect(markListening, [])
  return (
    <>
      {consent && <ConsentScript provider={consent} />}
      {analytics && isAllowed && <Analytics provider={analytics} />}
      {createPortal(
        <>
          {feedback && isAllowed && !isStripped && <Feedback provider={feedback} variant={variant} />}
          {chat && session.status === 'signed-in' && !isStripped && (
            <Chat provider={chat} email={session.claims.email} />
          )}
        </>,
        document.body,
      )}
    </>
  )
}

/** Deletes what analytics stored while it is not allowed: after a withdrawal, also one on another page of the brand. */
function useDeletion(names: readonly string[] | undefined, isAllowed: boolean) {
  const { parentDomain } = useConfig().brand
  useEffect(() => {
    if (names && !isAllowed) deleteStoredData(names, parentDomain)
  }, [names, isAllowed, parentDomain])
}

/** The feedback widget, which draws itself beside its script: it ends with this component. */
function Feedback({ provider, variant }: FeedbackProps) {
  const { locale } = useTexts()
  const root = useRef<HTMLElement>(null)
  const { script, key } = provider
  useEffect(() => {
    const element = root.current
    if (!element) return
    loadScript(script, { key, locale, variant }, element).catch(reportFailure)
    return () => element.replaceChildren()
  }, [script, key, locale, variant])
  return <aside ref={root} data-third-party="feedback" />
}

interface FeedbackProps {
  provider: { script: string; key: string }
  /** mobile: on small and medium screens. */
  variant: 'mobile' | 'desktop'
}

/** Analytics while it is allowed: page views by route, without ids, query and anything about the customer. */
function Analytics({ provider }: { provider: { script: string; key: string } }) {
  const { locale } = useTexts()
  const { script, key } = provider
  useEffect(() => startAnalytics(script, { key, locale }), [script, key, locale])
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath })
  useEffect(() => {
    if (page) track({ name: 'page-viewed', page })
  }, [page])
  return null
}

/**
 * Runs the script in a hidden frame, whose removal ends its timers, listeners and requests at once, which no call could
 * do to a script of the page itself. The frame's document receives the events of the page. Returns a function that
 * removes the frame.
 */
export function startAnalytics(script: string, data: Record<string, string>): () => void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.srcdoc = '<!doctype html><title></title>'
  // Events before the script is loaded; undefined afterwards.
  let queuedEvents: TrackedEvent[] | undefined = []
  const send = (detail: TrackedEvent) =>
    frame.contentDocument?.dispatchEvent(new CustomEvent(TRACKED, { detail }))
  const onTracked = (event: Event) => {
    const { detail } = event as CustomEvent<TrackedEvent>
    if (queuedEvents) queuedEvents.push(detail)
    else send(detail)
  }
  document.addEventListener(TRACKED, onTracked)
  frame.addEventListener('load', () => {
    const head = frame.contentDocument?.head
    if (!head) return
    loadScript(script, data, head).then(() => {
      const events = queuedEvents ?? []
      queuedEvents = undefined
      for (const event of events) send(event)
    }, reportFailure)
  })
  document.body.append(frame)
  return () => {
    document.removeEventListener(TRACKED, onTracked)
    frame.remove()
  }
}

/**
 * The support chat: loaded when our button is pressed, with channel, two-letter locale and the customer's
 * e-mail address. It draws itself beside its script, and is hidden on the screens without chat.
 */
function Chat({ provider, email }: ChatProps) {
  const { channel } = useConfig().brand
  const { locale, text } = useTexts()
  const root = useRef<HTMLElement>(null)
  const isHidden = useRouterState({ select: ({ location }) => isChatHidden(location.pathname) })
  const { script, key } = provider
  useEffect(() => {
    const element = root.current
    if (!element) return
    let isRequested = false
    const onChat = async () => {
      // A loaded script receives the event itself.
      if (isRequested) return
      isRequested = true
      const data = { key, channel, locale: locale.slice(0, 2), email }
      const loading = loadScript(script, data, element).then(openChat)
      isRequested = await showFailure({ subject: 'chat' }, loading, text('chat.failed'))
    }
    document.addEventListener(CHAT, onChat)
    return () => {
      document.removeEventListener(CHAT, onChat)
      element.replaceChildren()
    }
  }, [script, key, channel, locale, email, text])
  return <aside ref={root} hidden={isHidden} data-third-party="chat" />
}

interface ChatProps {
  provider: { script: string; key: string }
  /** The customer's e-mail address. */
  email: string
}

/**
 * The consent script: loaded while there is no choice, and when the visitor opens its settings. It dispatches
 * each choice as `keepsake:consent`, which is stored and sent to the other tabs. It draws its question beside itself, in
 * a strip at the lower edge that is not modal and is hidden while a dialog or the viewer covers the page.
 */
function ConsentScript({ provider }: { provider: { script: string; key: string } }) {
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
      void showFailure({ subject: 'consent' }, load().then(openConsentSettings), text('consent.failed'))
    }
    document.addEventListener(CONSENT_SETTINGS, onSettings)
    if (!readConsent()) load().catch(reportFailure)
    return () => document.removeEventListener(CONSENT_SETTINGS, onSettings)
  }, [script, key, locale, privacy, text])

  useEffect(() => shareConsent(parentDomain), [parentDomain])
  return <div ref={root} className={classes('ui-screen-only', styles.strip)} data-third-party="consent" />
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

/**
 * Sets the height of the strip as `--foot-strip`: what is at the lower edge of the page is above it. Removes it while the
 * strip is hidden.
 */
function useStripHeight(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (height === 0) style.removeProperty(STRIP)
      else style.setProperty(STRIP, `${height}px`)
    })
    if (strip.current) observer.observe(strip.current)
    return () => {
      observer.disconnect()
      style.removeProperty(STRIP)
    }
  }, [strip])
}

const STRIP = '--foot-strip'

/**
 * Loads a third-party script once into `parent`; `data` becomes its data attributes. Rejects, and removes the element,
 * when it cannot be loaded.
 */
function loadScript(address: string, data: Record<string, string>, parent: ParentNode & Node): Promise<void> {
  const script = (parent.ownerDocument ?? document).createElement('script')
  Object.assign(script.dataset, data)
  script.src = address
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`Not loaded: ${new URL(address).origin}`))
    })
    parent.append(script)
  })
}
