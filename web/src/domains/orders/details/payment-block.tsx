import type { Order } from '#contract/orders.ts'
import { moneyLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { type CostLine, computeCosts } from './costs.ts'
import styles from './order-details.module.css'
import sections from './order-section.module.css'

const LABEL_BY_KIND = {
  products: 'order.products',
  delivery: 'order.delivery-cost',
  discount: 'order.discount',
  total: 'order.total',
} as const satisfies Record<CostLine['kind'], string>

/** Costs of the order; left out without a total, whose currency is that of all amounts. */
export function PaymentBlock({ order }: { order: Order }) {
  const texts = useTexts()
  const { text } = texts
  if (!order.total) return null
  const { currency } = order.total
  return (
    <section aria-labelledby="order-payment" className={sections.section}>
      <h2 id="order-payment" className={sections.title}>
        {text('order.payment')}
      </h2>
      <dl className={styles.sums}>
        {computeCosts(order).map(({ kind, amount }) => (
          <div key={kind} className={styles[kind]}>
            <dt>{text(LABEL_BY_KIND[kind])}</dt>
            <dd>{moneyLabel(texts, amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
