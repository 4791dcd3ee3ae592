import { PAYMENT_METHOD_NAMES } from '#contract/input/payment-methods.ts'
import type { Order } from '#contract/orders.ts'

/**
 * Names what an order was paid with, in the middle of a sentence: 'card ending in 4242', 'PayPal'. Undefined for what only the
 * retailer names: its label is in no sentence of ours.
 */
export function namePaymentMethod(
  text: (id: PaymentTextId, values?: Record<string, string>) => string,
  { method, lastDigits }: { method: string; lastDigits?: string | undefined },
): string | undefined {
  const endingId = lastDigits === undefined ? undefined : ENDING_IDS[method]
  if (endingId) return text(endingId, { digits: lastDigits! })
  const id = TEXT_IDS[method]
  return id ? text(id) : PAYMENT_METHOD_NAMES[method]
}

/** Names what money goes back to, as above: with the last digits of the payment where it goes back the same way. */
export function nameRefundMethod(
  text: Parameters<typeof namePaymentMethod>[0],
  method: string | undefined,
  payment: Order['payment'],
): string | undefined {
  return method && namePaymentMethod(text, payment?.method === method ? payment : { method })
}

const TEXT_IDS: Readonly<Record<string, PaymentTextId>> = {
  'bank-transfer': 'order.payment.by.bank-transfer',
  card: 'order.payment.by.card',
  'cash-on-delivery': 'order.payment.by.cash-on-delivery',
  'direct-debit': 'order.payment.by.direct-debit',
  invoice: 'order.payment.by.invoice',
  voucher: 'order.payment.by.voucher',
}

/** Of a card and of bank accounts the last digits are known by the customer. */
const ENDING_IDS: Readonly<Record<string, PaymentTextId>> = {
  'bank-transfer': 'order.payment.by.account-ending',
  card: 'order.payment.by.card-ending',
  'direct-debit': 'order.payment.by.account-ending',
}

type PaymentTextId = `order.payment.by.${
  | 'account-ending'
  | 'bank-transfer'
  | 'card'
  | 'card-ending'
  | 'cash-on-delivery'
  | 'direct-debit'
  | 'invoice'
  | 'voucher'}`
