import CircleX from 'lucide-react/icons/circle-x'
import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import { moneyLabel, priceLabel } from '#web/platform/i18n/money.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { formatPaymentMethod } from '#web/platform/i18n/payment-methods.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type CostLine, checkCosts, computeCosts } from './costs.ts'
import styles from './order-details.module.css'
import sections from './order-section.module.css'

const LABEL_BY_KIND = {
  products: 'order.products',
  delivery: 'order.delivery-cost',
  total: 'order.total',
} as const satisfies Record<Exclude<CostLine['kind'], 'discount'>, string>

/**
 * Costs of the order with its VAT, refunds and payment (NX-143); left out without a total, whose currency is that of all
 * amounts. What does not add up is left out and reported.
 */
export function PaymentBlock({ order }: { order: Order }) {
  const texts = useTexts()
  const { text } = texts
  const { vat, refunds, problems } = checkCosts(order)
  useReport(order.superOrderCode, problems)
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
        {vat.map(({ rate, amount }) => (
          <div key={rate} className={styles.vat}>
            <dt>{text('order.vat', { rate: formatRate(texts, rate) })}</dt>
            <dd>{moneyLabel(texts, amount, currency)}</dd>
          </div>
        ))}
        {refunds.map(({ refundId, amount, at, state }) => (
          <div key={refundId}>
            <dt>
              {text(state === 'paid' ? 'order.refund' : 'order.refund-announced', {
                date: orderDayLabel(texts, at),
              })}
            </dt>
            <dd>{moneyLabel(texts, -amount, currency)}</dd>
          </div>
        ))}
      </dl>
      {order.payment && <PaymentLine payment={order.payment} />}
    </section>
  )
}

/** 'Paid by card ending 4242 on 4 May 2026', or that it was declined. */
function PaymentLine({ payment }: { payment: NonNullable<Order['payment']> }) {
  const texts = useTexts()
  const hasFailed = isFailed(payment)
  return (
    <p className={styles.paid}>
      <Icon of={hasFailed ? CircleX : CreditCard} size={18} />
      <span>{formatPayment(texts, payment)}</span>
    </p>
  )
}

function formatPayment(texts: Texts, payment: NonNullable<Order['payment']>): string {
  const { method, label, paidAt, failedAt } = payment
  const name = label ?? formatPaymentMethod(texts, method)
  const capitalized = name.charAt(0).toLocaleUpperCase(texts.locale) + name.slice(1)
  if (isFailed(payment))
    return texts.text('order.payment.declined', {
      method: capitalized,
      date: orderDayLabel(texts, failedAt!),
    })
  if (paidAt === undefined) return capitalized
  const date = orderDayLabel(texts, paidAt)
  return label === undefined
    ? texts.text('order.payment.paid-with', { method: name, date })
    : texts.text('order.payment.paid-by', { method: name, date })
}

const isFailed = ({ paidAt, failedAt }: NonNullable<Order['payment']>): boolean =>
  failedAt !== undefined && (paidAt === undefined || Date.parse(failedAt) > Date.parse(paidAt))

const formatRate = (texts: Texts, rate: number): string =>
  texts.number(rate / 10_000, { style: 'percent', maximumFractionDigits: 2 })

/** Reports once which amounts of an order do not add up, without the amounts. */
function useReport(code: string, problems: readonly string[]): void {
  const problem = problems.join(', ')
  useEffect(() => {
    if (problem) reportFailure(new Error(`Amounts of order ${code} do not add up: ${problem}`))
  }, [code, problem])
}
