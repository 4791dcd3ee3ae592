import { useParams } from '@tanstack/react-router'
import { OrderDetails } from '#web/domains/orders/index.ts'
import styles from './orders-page.module.css'

/** '/orders/{orderCode}' (AA-065). */
export function OrderPage() {
  const { orderCode = '' } = useParams({ strict: false })
  return (
    <div className={styles.page}>
      <OrderDetails key={orderCode} code={orderCode} />
    </div>
  )
}
