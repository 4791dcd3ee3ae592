import BookImage from 'lucide-react/icons/book-image'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** In place of projects while there are none. */
export function NoProjects() {
  const { text } = useTexts()
  const shop = useChannelShopLink()
  return (
    <EmptyState
      icon={BookImage}
      title={text('projects.empty')}
      text={text('projects.empty.text')}
      action={
        <a href={shop} className={buttonClass('primary')} rel="noreferrer">
          {text('orders.empty.action')}
        </a>
      }
    />
  )
}
