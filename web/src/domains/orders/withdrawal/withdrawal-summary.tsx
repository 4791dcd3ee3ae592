import Wallet from 'lucide-react/icons/wallet'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { getProductName } from '../product-name.ts'
import styles from './withdrawal-dialog.module.css'

/** What is stated, and what follows from it. */
export function WithdrawalSummary({ order, productCodes, name, email }: WithdrawalSummaryProps) {
  const texts = useTexts()
  const { text } = texts
  const assortment = useAssortment()
  const products = order.products.filter(({ code }) => productCodes.includes(code))
  const names = products.map(product =>
    [getProductName(product, assortment) ?? product.title, product.description].filter(Boolean).join(', '),
  )
  const currency = order.total?.currency ?? assortment.currency
  const amount = products.every(({ price }) => price !== undefined)
    ? products.reduce((sum, { price = 0 }) => sum + price, 0)
    : undefined
  const date = orderDayLabel(texts, order.createdAt, 'day', { year: 'always' })
  const facts = [
    [text('mail.fact.name'), name],
    [text('mail.order'), text('withdrawal.order-of', { order: order.superOrderCode, date })],
    [text('withdrawal.fact.products'), names.join('\n')],
    [text('withdrawal.fact.recipient'), email],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([fact, value]) => (
          <div key={fact} className={styles.fact}>
            <dt className={styles.term}>{fact}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.money}>
        <Icon of={Wallet} />
        <div>
          <p className={styles.title}>
            {amount !== undefined && currency
              ? text('withdrawal.money', { amount: priceLabel(texts, amount, currency) })
              : text('withdrawal.money.unknown')}
          </p>
          <p className={styles.rule}>{text('withdrawal.money.text')}</p>
        </div>
      </div>
    </>
  )
}

interface WithdrawalSummaryProps {
  order: Order
  productCodes: readonly string[]
  name: string
  email: string
}
