import type { Order } from '#contract/orders.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { type CostLine, computeCosts } from './costs.ts'
import styles from './order-details.module.css'
import sections from './order-section.module.css'

const LABEL_BY_KIND = {
  products: 'order.products',
  delivery: 'order.delivery-cost',
  total: 'order.total',
} as const satisfies Record<Exclude<CostLine['kind'], 'discount'>, string>

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
        {computeCosts(order).map(({ kind, name, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two discounts may have one name, and the lines have no state.
          <div key={index} className={styles[kind]}>
            <dt>{kind === 'discount' ? name : text(LABEL_BY_KIND[kind])}</dt>
            <dd>{priceLabel(texts, amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
