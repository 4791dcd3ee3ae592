import { PAYMENT_METHODS } from '#contract/input/payment-methods.ts'
import type { Order } from '#contract/orders.ts'
import type { Reader } from '../../context.ts'
import { loadOrderPart, type OrderInvoice } from './order-parts.ts'
import type { OrderRow } from './store.ts'
import type { OrderBody } from './tables.ts'

/** An order as it is shown: where an issued invoice says otherwise, the invoice decides. */
export type DecidedBody = OrderBody & Pick<Order, 'paymentStatus' | 'isInvoicePaid' | 'credited' | 'repaid'>

/** Loads an order as its invoices decide it. */
export async function decideOrder(
  db: Reader,
  { account_id, code, body }: Pick<OrderRow, 'account_id' | 'code' | 'body'>,
): Promise<DecidedBody> {
  return applyInvoice(body, (await loadOrderPart(db, 'invoice', account_id, [code])).get(code))
}

/** Takes VAT, total and payment of an order from its invoices. Of another currency than theirs the order's amounts are left out. */
export function applyInvoice(body: OrderBody, invoice: OrderInvoice | undefined): DecidedBody {
  if (!invoice) return body
  const { total, vat, count, credited, repaid } = invoice
  const isWhole = total !== undefined && (count === 1 || total.amount === body.total?.amount)
  const hasOtherCurrency = isWhole && body.total !== undefined && body.total.currency !== total.currency
  return {
    ...(hasOtherCurrency ? omitAmounts(body) : body),
    ...(isWhole && { total, vat }),
    payment: decidePayment(body.payment, invoice),
    paymentStatus: invoice.paymentStatus,
    isInvoicePaid: invoice.isPaid,
    ...(credited > 0 && { credited }),
    ...(repaid > 0 && { repaid }),
  }
}

const omitAmounts = (body: OrderBody): OrderBody => ({
  ...body,
  products: body.products.map(({ price: _, ...product }) => product),
  deliveryCost: undefined,
  discounts: undefined,
  refunds: undefined,
})

function decidePayment(
  own: OrderBody['payment'],
  { payment: named, isPaid }: OrderInvoice,
): OrderBody['payment'] {
  const isOther = named !== undefined && (!own || contradictsMethod(own.method, named.method))
  const method = isOther ? nameMethod(named) : own
  if (!method) return undefined
  return {
    ...method,
    paidAt: isPaid === false ? undefined : own?.paidAt,
    failedAt: isPaid ? undefined : own?.failedAt,
  }
}

const nameMethod = ({ method, name }: InvoicedPayment): OrderBody['payment'] => ({
  method: METHODS_OF_INVOICES[method],
  label: name,
})

type InvoicedPayment = NonNullable<OrderInvoice['payment']>

/** The methods of orders for those of invoices (BT-81). */
const METHODS_OF_INVOICES = {
  card: 'card',
  'credit-transfer': 'bank-transfer',
  'direct-debit': 'direct-debit',
  online: 'other',
} as const

/**
 * Whether an order was not paid with the method of its invoice. An online payment is made with any method, and what is bought on
 * account, with a voucher or with a wallet may be paid with any.
 */
export const contradictsMethod = (method: string, invoiced: InvoicedPayment['method']): boolean =>
  invoiced !== 'online' && method !== METHODS_OF_INVOICES[invoiced] && DISTINCT_METHODS.includes(method)

const DISTINCT_METHODS: readonly string[] = [...PAYMENT_METHODS, 'bank-transfer']
