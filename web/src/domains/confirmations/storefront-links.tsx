import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { safeLink } from '#web/platform/links/safe-link.ts'
import { buttonClass } from '#web/ui/button.tsx'

export function CustomerCareLink() {
  const { text } = useTexts()
  const { addresses } = useConfig().brand
  return (
    <a href={addresses.contact} className={buttonClass('text')} rel="noreferrer">
      {text('confirmation.customer-care')}
    </a>
  )
}

/** 'Visit the shop'. */
export function ShopLink() {
  const { text } = useTexts()
  const { menu, brand } = useConfig()
  const shop = menu.storefrontItems.find(({ id }) => id === 'shop')?.url
  return (
    <a href={safeLink(shop) ?? brand.addresses.shop} className={buttonClass('text')} rel="noreferrer">
      {text('orders.empty.action')}
    </a>
  )
}
