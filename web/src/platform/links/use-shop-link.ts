import { useConfig } from '#web/platform/config/config-context.tsx'
import { toSafeLink } from './safe-link.ts'

/** Returns the shop of the menu's configuration, else the brand's. */
export function useShopLink(): string {
  const { menu, brand } = useConfig()
  const shop = menu.storefrontItems.find(({ id }) => id === 'shop')?.url
  return toSafeLink(shop) ?? brand.addresses.shop
}
