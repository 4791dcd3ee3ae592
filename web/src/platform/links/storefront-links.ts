import type { HostMenu } from '#contract/brands.ts'
import { MENU_LABELS } from '#locales/menu-labels.ts'
import type { MessageId } from '../i18n/texts.ts'
import { toSafeLink } from './safe-link.ts'

export interface StorefrontLink {
  id: string
  /** Message id of the catalogue, otherwise the configuration's own text. */
  label: MessageId | undefined
  fallback: string
  href: string
}

/** Returns the retailer's links of a menu, in order; addresses other than http(s) are dropped. */
export function listStorefrontLinks(menu: HostMenu, position: keyof HostMenu['menus']): StorefrontLink[] {
  return menu.menus[position].flatMap(id => {
    const item = menu.storefrontItems.find(({ id: itemId }) => itemId === id)
    const href = toSafeLink(item?.url)
    return item && href ? [{ id, label: MENU_LABELS[id], fallback: item.label, href }] : []
  })
}
