import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useChannelShopLink } from './use-assortment.ts'

/** 'Visit the shop': the link to the shop of the customer's channel. */
export function ChannelShopLink({ className }: { className?: string }) {
  const { text } = useTexts()
  return (
    <a href={useChannelShopLink()} rel="noreferrer" className={className}>
      {text('orders.empty.action')}
    </a>
  )
}
