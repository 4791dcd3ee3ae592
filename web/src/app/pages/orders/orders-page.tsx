import { OrderList } from '#web/domains/orders/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './orders-page.module.css'

/** '/orders' (AA-057). */
export function OrdersPage() {
  const { text } = useTexts()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text('menu.orders')}</h1>
      <OrderList />
    </div>
  )
}
