import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Heart from 'lucide-react/icons/heart'
import { BUSINESS } from '#contract/customers.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { orderWidgetsQuery } from '../widget-queries.ts'

/** The link from an ordered product to its widget, if there is one to share (AA-092); business customers have none. */
export function WidgetLink({ orderCode, productCode }: { orderCode: string; productCode: string }) {
  const isBusiness = useClaims().amr.includes(BUSINESS)
  return isBusiness ? null : <ConsumerLink orderCode={orderCode} productCode={productCode} />
}

function ConsumerLink({ orderCode, productCode }: { orderCode: string; productCode: string }) {
  const { text } = useTexts()
  const { data: widgets } = useQuery(orderWidgetsQuery(orderCode))
  const widget = widgets?.find(each => each.productCode === productCode)
  if (!widget?.publicUrl) return null
  return (
    <Link to={PATHS.onlineProduct} params={{ productCode }} className={buttonClass('text', 'small')}>
      <Icon of={Heart} />
      {text('widgets.product-link')}
    </Link>
  )
}
