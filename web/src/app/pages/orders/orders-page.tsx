import { OrderList } from '#web/domains/orders/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'

/** '/orders' (AA-057). */
export function OrdersPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('menu.orders')}>
      <OrderList />
    </AccountPage>
  )
}
