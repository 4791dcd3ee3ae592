import Package from 'lucide-react/icons/package'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** In place of orders while there are none. */
export function NoOrders() {
  const { text } = useTexts()
  const shop = useChannelShopLink()
  return (
    <EmptyState
      icon={Package}
      title={text('orders.empty')}
      action={
        <a href={shop} className={buttonClass('primary')} rel="noreferrer">
          {text('orders.empty.action')}
        </a>
      }
    />
  )
}
