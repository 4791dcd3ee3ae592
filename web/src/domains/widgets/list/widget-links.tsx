import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import Share2 from 'lucide-react/icons/share-2'
import { BUSINESS } from '#contract/customers.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { orderWidgetsQuery } from '../widget-queries.ts'

/** The links from an ordered product to its online book and to share it, if it has one; business customers have none. */
export function WidgetLinks({ orderCode, productCode }: { orderCode: string; productCode: string }) {
  const isBusiness = useClaims().amr.includes(BUSINESS)
  return isBusiness ? null : <ConsumerLinks orderCode={orderCode} productCode={productCode} />
}

function ConsumerLinks({ orderCode, productCode }: { orderCode: string; productCode: string }) {
  const { text } = useTexts()
  const { data: widgets } = useQuery(orderWidgetsQuery(orderCode))
  const widget = widgets?.find(each => each.productCode === productCode)
  if (!widget?.publicUrl) return null
  const { title, publicUrl } = widget
  const className = buttonClass('text', 'small')
  return (
    <>
      <a
        href={publicUrl}
        target="_blank"
        rel="noreferrer"
        className={className}
        aria-label={text('widgets.view-book.name', { title })}
      >
        <Icon of={ExternalLink} />
        {text('widgets.view-book')}
      </a>
      <Link
        to={PATHS.onlineProduct}
        params={{ productCode }}
        className={className}
        aria-label={text('widgets.share.name', { title })}
      >
        <Icon of={Share2} />
        {text('widgets.share')}
      </Link>
    </>
  )
}
