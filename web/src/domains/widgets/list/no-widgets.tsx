import Heart from 'lucide-react/icons/heart'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** In place of widgets while there are none. */
export function NoWidgets() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={Heart}
      title={text('widgets.empty')}
      text={text('widgets.empty.text')}
      action={
        <a href={useChannelShopLink()} className={buttonClass('primary')} rel="noreferrer">
          {text('orders.empty.action')}
        </a>
      }
    />
  )
}
