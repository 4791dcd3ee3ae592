import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { CHAT, isChatHidden, openChat } from '#web/platform/tracking/third-party-events.ts'
import { toasts } from '#web/ui/toasts.ts'
import { loadScript } from './load-script.ts'

/**
 * The support chat (AA-040): loaded when our button is pressed, with channel, two-letter locale and the customer's
 * e-mail address. It draws itself beside its script, and is hidden on the screens without chat.
 */
export function Chat({ provider, email }: ChatProps) {
  const { channel } = useConfig().brand
  const { locale, text } = useTexts()
  const root = useRef<HTMLElement>(null)
  const isHidden = useRouterState({ select: ({ location }) => isChatHidden(location.pathname) })
  const { script, key } = provider
  useEffect(() => {
    const element = root.current
    if (!element) return
    let isLoaded = false
    let loading: Promise<void> | undefined
    const onChat = () => {
      // A loaded script receives the event itself.
      if (isLoaded || loading) return
      const data = { key, channel, locale: locale.slice(0, 2), email }
      loading = loadScript(script, data, element).then(
        () => {
          isLoaded = true
          openChat()
        },
        error => {
          loading = undefined
          reportFailure(error)
          toasts.add({ subject: 'chat', kind: 'error', text: text('chat.failed') })
        },
      )
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
