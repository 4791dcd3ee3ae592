import { useSearch } from '@tanstack/react-router'
import { OrderList, useVoucherCount, Vouchers } from '#web/domains/orders/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { Search } from '#web/platform/navigation/search.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AccountPage } from '../account-page.tsx'
import styles from './orders-page.module.css'

/** '/orders', with the customer's vouchers at '?tab=vouchers': 'vouchers' could be an order's code. */
export function OrdersPage() {
  const { text, number } = useTexts()
  const { tab }: Search = useSearch({ strict: false })
  const isVouchers = tab === 'vouchers'
  const voucherCount = useVoucherCount()
  return (
    <AccountPage title={text('menu.orders')}>
      <div className={styles.tabs}>
        <Tabs
          label={text('orders.tabs')}
          tabs={[
            { id: 'orders', label: text('orders.tab'), to: PATHS.orders, current: !isVouchers },
            {
              id: 'vouchers',
              label: text('vouchers.tab'),
              to: PATHS.orders,
              search: { tab: 'vouchers' },
              current: isVouchers,
              ...(voucherCount !== undefined && { count: number(voucherCount) }),
            },
          ]}
        />
      </div>
      {isVouchers ? <Vouchers /> : <OrderList />}
    </AccountPage>
  )
}
