import CircleX from 'lucide-react/icons/circle-x'
import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect } from 'react'
import { LISTED_PAYMENT_STATUSES } from '#contract/invoices.ts'
import { type RefundState, sumAmounts, summarizeMoney } from '#contract/order-money.ts'
import { isPaid } from '#contract/order-payment.ts'
import type { Order } from '#contract/orders.ts'
import { namePaymentMethod } from '#locales/payment-method.ts'
import { moneyLabel, priceLabel } from '#web/platform/i18n/money.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useOrderMoment } from '../message/use-order-message.ts'
import styles from './order-details.module.css'
import sections from './order-section.module.css'

const LABEL_BY_KIND = {
  products: 'order.products',
  delivery: 'order.delivery-cost',
  total: 'order.total',
} as const satisfies Record<Exclude<CostLine['kind'], 'discount'>, string>

/**
 * Costs of the order with its VAT, refunds and payment; left out without a total, whose currency is that of all
 * amounts. What does not add up is left out and reported.
 */
export function PaymentBlock({ order }: { order: Order }) {
  const { texts, text } = useTexts()
  const { vat, areRefundsValid, problems } = checkCosts(order)
  useOrderMoment(order)
  useReport(order.superOrderCode, problems)
  if (!order.total) return null
  const { currency } = order.total
  return (
    <section aria-labelledby="order-payment" className={sections.section}>
      <h2 id="order-payment" className={classes('ui-row8 ui-above24', sections.title)}>
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
        {areRefundsValid &&
          listMoney(texts, order).map(({ id, label, amount }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{moneyLabel(texts, amount, currency)}</dd>
            </div>
          ))}
      </dl>
      <PaymentLine order={order} />
    </section>
  )
}

/** What was paid, what comes or came back with its day, and what remains; nothing of an order whose money never comes back. */
function listMoney(texts: Texts, order: Order): { id: string; label: string; amount: number }[] {
  const { paid, refunds, repaid, owed, remains } = summarizeMoney(order, Date.now())
  if (refunds.length === 0 && repaid === 0 && owed === 0) return []
  const { text } = texts
  const paidAt = order.payment?.paidAt ?? order.history.find(({ status }) => status === 'paymentSuccess')?.at
  const paidLabel =
    paidAt === undefined
      ? text('invoices.payment.paid')
      : text('order.paid-on', { date: orderDayLabel(texts, paidAt) })
  return [
    ...(paid > 0 ? [{ id: 'paid', label: paidLabel, amount: paid }] : []),
    ...refunds.map(({ refund: { refundId, at, amount }, state }) => ({
      id: refundId,
      label: text(REFUND_LABELS[state], { date: orderDayLabel(texts, at) }),
      amount: -amount,
    })),
    ...(repaid > 0 ? [{ id: 'repaid', label: text('order.documents.credit-note'), amount: -repaid }] : []),
    ...(owed > 0 ? [{ id: 'owed', label: text('order.refund-owed'), amount: -owed }] : []),
    ...(paid > 0 ? [{ id: 'remains', label: text('order.refund-remains'), amount: remains }] : []),
  ]
}

const REFUND_LABELS = {
  promised: 'order.refund-announced',
  overdue: 'order.refund-announced',
  underway: 'order.refund-underway',
  arrived: 'order.refund',
} as const satisfies Record<RefundState, MessageId>

/**
 * 'Paid by card ending in 4242 on 4 May 2026', or that it was declined; with what the invoice says. The retailer's name of another method
 * stands alone.
 */
function PaymentLine({ order: { payment, paymentStatus } }: { order: Order }) {
  const texts = useTexts()
  const status = LISTED_PAYMENT_STATUSES.find(each => each === paymentStatus)
  const isSaid = status === 'paid' && payment?.paidAt !== undefined
  const facts = [
    payment && formatPayment(texts, payment),
    status && !isSaid && texts.text(`invoices.payment.${status}`),
  ].filter(Boolean)
  const lines = [facts.join(' · '), payment?.method === 'other' && payment.label].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <div className={styles.paid}>
      <Icon of={payment && isFailed(payment) ? CircleX : CreditCard} size={18} />
      <div>
        {lines.map(line => (
          <p key={line as string}>{line}</p>
        ))}
      </div>
    </div>
  )
}

function formatPayment(texts: Texts, payment: NonNullable<Order['payment']>): string | undefined {
  const { text, locale } = texts
  const method = namePaymentMethod(text, payment)
  const hasFailed = isFailed(payment)
  const at = hasFailed ? payment.failedAt : payment.paidAt
  if (at === undefined) return method && method.charAt(0).toLocaleUpperCase(locale) + method.slice(1)
  const date = orderDayLabel(texts, at)
  if (method === undefined) return text(hasFailed ? 'order.payment.declined' : 'order.payment.paid', { date })
  return text(hasFailed ? 'order.payment.declined-by' : 'order.payment.paid-by', { method, date })
}

const isFailed = (payment: NonNullable<Order['payment']>): boolean =>
  payment.failedAt !== undefined && !isPaid({ payment })

const formatRate = (texts: Texts, rate: number): string =>
  texts.number(rate / 10_000, { style: 'percent', maximumFractionDigits: 2 })

/** Reports once which amounts of an order do not add up, without the amounts. */
function useReport(code: string, problems: readonly string[]): void {
  const problem = problems.join(', ')
  useEffect(() => {
    if (problem) reportFailure(new Error(`Amounts of order ${code} do not add up: ${problem}`))
  }, [code, problem])
}

interface CostLine {
  kind: 'products' | 'delivery' | 'discount' | 'total'
  /** Name of a discount. */
  name?: string
  /** Minor units. */
  amount: number
}

/**
 * Returns the lines of an order's costs, which add up to the total. When they do not, as without the price of a product or
 * with a discount that the order does not name, products and discounts are left out: a difference is not a discount.
 */
function computeCosts({ products, deliveryCost, discounts = [], total }: Costs): CostLine[] {
  if (!total) return []
  const prices = products.map(({ price }) => price)
  const productSum = prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)
  const discountSum = discounts.reduce((sum, { amount }) => sum + amount, 0)
  const isComplete =
    products.length > 0 &&
    !prices.includes(undefined) &&
    productSum + (deliveryCost ?? 0) - discountSum === total.amount
  const deliveryLines: CostLine[] =
    deliveryCost === undefined ? [] : [{ kind: 'delivery', amount: deliveryCost }]
  const totalLine: CostLine = { kind: 'total', amount: total.amount }
  if (!isComplete) return [...deliveryLines, totalLine]
  return [
    { kind: 'products', amount: productSum },
    ...deliveryLines,
    ...discounts.map(({ name, amount }) => ({ kind: 'discount' as const, name, amount: -amount })),
    totalLine,
  ]
}

/**
 * Returns the VAT of an order by rate without what cannot be a part of the total, and whether its refunds can be. `problems`: what was left out, without amounts; for the report.
 */
function checkCosts({ total, vat = [], refunds = [], ...costs }: CheckedCosts): {
  vat: VatLine[]
  areRefundsValid: boolean
  problems: string[]
} {
  if (!total) return { vat: [], areRefundsValid: false, problems: [] }
  const lines = [...Map.groupBy(vat, ({ rate }) => rate)].map(([rate, parts]) => ({
    rate,
    amount: sumAmounts(parts),
  }))
  const visibleVat = lines.filter(({ rate, amount }) => amount <= computeMaxVat(total.amount, rate))
  const vatSum = sumAmounts(visibleVat)
  const refundSum = sumAmounts(refunds)
  const isVatValid = vatSum <= total.amount
  const areRefundsValid = refundSum <= total.amount
  const prices = costs.products.map(({ price }) => price)
  const canCompare = prices.length > 0 && !prices.includes(undefined)
  const addUp = !canCompare || computeCosts({ total, ...costs }).some(({ kind }) => kind === 'products')
  return {
    vat: isVatValid ? visibleVat : [],
    areRefundsValid,
    problems: [
      ...(addUp ? [] : ['products']),
      ...(isVatValid && visibleVat.length === lines.length ? [] : ['vat']),
      ...(areRefundsValid ? [] : ['refunds']),
    ],
  }
}

interface Costs extends Pick<Order, 'deliveryCost' | 'discounts' | 'total'> {
  products: readonly Pick<Order['products'][number], 'price'>[]
}

type CheckedCosts = Costs & Pick<Order, 'vat' | 'refunds'>

type VatLine = NonNullable<Order['vat']>[number]

const RATE_UNITS = 10_000

/** The VAT of the whole total at a rate in hundredths of a percent, with a unit for each rounded part of it. */
const computeMaxVat = (total: number, rate: number): number =>
  Math.ceil((total * rate) / (RATE_UNITS + rate)) + MAX_ROUNDING

/** Minor units by which the sum of rounded amounts may differ. */
const MAX_ROUNDING = 5
