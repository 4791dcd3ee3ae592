import { useConfig } from '#web/platform/config/config-context.tsx'
import { safeLink } from './safe-link.ts'

/** Returns the shop of the menu's configuration, else the brand's. */
export function useShopLink(): string {
  const { menu, brand } = useConfig()
  const shop = menu.storefrontItems.find(({ id }) => id === 'shop')?.url
  return safeLink(shop) ?? brand.addresses.shop
}
