import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useShopLink } from '#web/platform/links/use-shop-link.ts'
import { buttonClass } from '#web/ui/button.tsx'

export function CustomerCareLink() {
  const { text } = useTexts()
  const { addresses } = useConfig().brand
  return (
    <a href={addresses.contact} className={buttonClass('text')} rel="noreferrer">
      {text('app.contact-customer-care')}
    </a>
  )
}

/** 'Visit the shop'. */
export function ShopLink() {
  const { text } = useTexts()
  return (
    <a href={useShopLink()} className={buttonClass('text')} rel="noreferrer">
      {text('orders.empty.action')}
    </a>
  )
}
