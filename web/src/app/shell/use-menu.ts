import { useRouter } from '@tanstack/react-router'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { isFlagEnabled } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { listStorefrontLinks } from '#web/platform/links/storefront-links.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { listMenuEntries, type MenuEntry } from './menu-entries.ts'

/** Returns the menu of the signed-in customer, labels in the page's language. */
export function useMenu() {
  const { text } = useTexts()
  const { menu } = useConfig()
  const session = useSession()
  const { routesByPath } = useRouter()
  const links = (position: Parameters<typeof listStorefrontLinks>[1]) =>
    listStorefrontLinks(menu, position).map(({ id, href, label, fallback }) => ({
      id,
      href,
      label: label ? text(label) : fallback,
    }))
  return {
    entries: listMenuEntries({
      business: session.status === 'signed-in' && isBusiness(session.claims),
      isFlagEnabled,
      exists: path => path in routesByPath && isRouteEnabled(path),
    }).map(entry => ({ ...entry, text: text(entry.label) })),
    side: links('side'),
    help: links('help'),
  }
}

export type LabelledMenuEntry = MenuEntry & { text: string }
