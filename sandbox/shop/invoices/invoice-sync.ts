import type { Logger } from 'pino'
import { putInvoice } from '#contract/retailer-invoices.ts'
import { type RepeatedSends, startRepeatedSends } from '../keepsake-calls/repeated-sends.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import type { Order, Orders } from '../orders/order.ts'
import {
  composeCreditNote,
  composeInvoice,
  type Invoices,
  isBusinessOrder,
  issueInvoice,
  listOrderInvoices,
} from './compose-invoice.ts'

/**
 * Issues the invoice of a business's order when it is dispatched, and a credit note when it is cancelled after that; the
 * documents of a consumer's order when back office says so. Sends them to Keepsake until they are acknowledged. A refused one is
 * logged and sent again at the next start.
 */
export function startInvoiceSync({
  orders,
  invoices,
  keepsake,
  log,
  now,
  retryMs,
}: {
  orders: Orders
  invoices: Invoices
  keepsake: KeepsakeClient
  log: Logger
  now: () => Date
  retryMs: (tries: number) => number
}): RepeatedSends {
  const refusedNumbers = new Set<string>()
  const issue = async (order: Order) => {
    const { documents = [], state } = order
    if (isInvoicedNow(order)) await issueInvoice(invoices, order.code, composeInvoice(order, now()))
    if (documents.includes('receipt'))
      await issueInvoice(invoices, order.code, { ...composeInvoice(order, now()), kind: 'receipt' })
    const [first] = listOrderInvoices(invoices, order.code)
    const isCredited =
      documents.includes('credit-note') || (isInvoicedNow(order) && state.status === 'Cancelled')
    if (first && isCredited) await issueInvoice(invoices, order.code, composeCreditNote(first, now()))
  }
  /** False when Keepsake did not answer: the rest is sent later. */
  const sendPending = async (code: string): Promise<boolean> => {
    await issue((await orders.find(code))!)
    for (const { number, body, acknowledged } of listOrderInvoices(invoices, code)) {
      if (acknowledged || refusedNumbers.has(number)) continue
      try {
        await keepsake.call(putInvoice, { params: { number }, body })
        await invoices.change(number, before => before && { ...before, acknowledged: true })
        log.info({ invoice: number }, 'invoice acknowledged')
      } catch (err) {
        if (!(err instanceof KeepsakeError)) throw err
        if (!PERMANENT_FAILURES.has(err.status)) {
          log.warn({ invoice: number, status: err.status }, 'invoice not acknowledged yet')
          return false
        }
        refusedNumbers.add(number)
        log.error({ err, invoice: number }, 'invoice refused: needs manual action')
      }
    }
    return true
  }
  const sends = startRepeatedSends(sendPending, { retryMs, log })
  orders.onStored(order => {
    if (isInvoicedNow(order) || order.documents) void sends.send(order.code)
  })
  return sends
}

const isInvoicedNow = (order: Order): boolean => isBusinessOrder(order) && order.step === 'Dispatched'
