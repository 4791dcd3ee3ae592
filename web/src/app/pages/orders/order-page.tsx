import { useParams } from '@tanstack/react-router'
import { OrderDetails } from '#web/domains/orders/index.ts'
import { WidgetLink } from '#web/domains/widgets/index.ts'
import { AccountPage } from '../account-page.tsx'

/** '/orders/{orderCode}' (AA-065). */
export function OrderPage() {
  const { orderCode = '' } = useParams({ strict: false })
  return (
    <AccountPage>
      <OrderDetails
        key={orderCode}
        code={orderCode}
        productLinks={({ code }, { superOrderCode }) => (
          <WidgetLink orderCode={superOrderCode} productCode={code} />
        )}
      />
    </AccountPage>
  )
}
