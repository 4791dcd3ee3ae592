import { useRouterState } from '@tanstack/react-router'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { isChatHidden, openChat, openConsentSettings } from '#web/platform/tracking/third-party-events.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { useMenu } from './use-menu.ts'

/** Returns the help menu: the retailer's links, the chat of signed-in customers (AA-040) and the cookie settings. */
export function useHelpEntries(signedIn: boolean): MenuEntry[] {
  const { text } = useTexts()
  const { thirdParties } = useConfig()
  const { help } = useMenu()
  const withChat = useRouterState({ select: ({ location }) => !isChatHidden(location.pathname) })
  const entries: MenuEntry[] = [...help]
  if (thirdParties?.chat && signedIn && withChat)
    entries.push({ id: 'chat', label: text('chat.open'), onAction: openChat })
  if (thirdParties?.consent)
    entries.push({ id: 'cookies', label: text('consent.settings'), onAction: openConsentSettings })
  return entries
}
