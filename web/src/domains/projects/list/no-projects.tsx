import BookImage from 'lucide-react/icons/book-image'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useShopLink } from '#web/platform/links/use-shop-link.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** In place of projects while there are none. */
export function NoProjects() {
  const { text } = useTexts()
  const shop = useShopLink()
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
