import type { Logger } from 'pino'
import { putInvoice } from '#contract/retailer-invoices.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import type { Orders } from '../orders/orders.ts'
import { composeCreditNote, composeInvoice, isBusinessOrder } from './compose-invoice.ts'
import type { Invoices } from './invoices.ts'

export interface InvoiceSync {
  /** Cancels the scheduled retry and waits for the running attempt. */
  close(): Promise<void>
}

/**
 * Issues the invoice of a business's order when it is dispatched, and a credit note when it is cancelled after that, and
 * sends both to Keepsake until they are acknowledged, at least once, by number. What has to be issued follows from the
 * orders' files, so that a killed process neither forgets nor repeats one. A refused one is logged and sent again at the
 * next start.
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
}): InvoiceSync {
  const refused = new Set<string>()
  const requested: Order[] = []
  let running: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let tries = 0
  let closed = false

  const issue = async (order: Order) => {
    const isSent = order.step === 'Dispatched'
    if (isSent) await invoices.issue(order.code, composeInvoice(order, now()))
    const [invoice] = invoices.listOf(order.code)
    if (invoice && order.state.status === 'Cancelled')
      await invoices.issue(order.code, composeCreditNote(invoice, now()))
  }
  /** False when Keepsake did not answer: what is left is sent later. */
  const sendAll = async (): Promise<boolean> => {
    for (const { number, body } of invoices.listUnacknowledged()) {
      if (refused.has(number)) continue
      try {
        await keepsake.call(putInvoice, { params: { number }, body })
        await invoices.acknowledge(number)
        log.info({ invoice: number }, 'invoice acknowledged')
      } catch (err) {
        if (!(err instanceof KeepsakeError)) throw err
        if (!PERMANENT_FAILURES.has(err.status)) {
          log.warn({ invoice: number, status: err.status }, 'invoice not acknowledged yet')
          return false
        }
        refused.add(number)
        log.error({ err, invoice: number }, 'invoice refused: needs manual action')
      }
    }
    return true
  }
  const run = async () => {
    let isDone = false
    try {
      while (requested[0]) {
        await issue(requested[0])
        requested.shift()
      }
      isDone = await sendAll()
    } catch (err) {
      // The store of invoices failed, not Keepsake: the order is still requested.
      log.error({ err }, 'invoice cannot be issued')
    }
    running = undefined
    if (isDone) tries = 0
    else if (!closed) retry = setTimeout(start, retryMs(++tries))
    // Ordered while the last ones were being sent.
    if (isDone && requested.length > 0) start()
  }
  const start = () => {
    clearTimeout(retry)
    if (!closed) running ??= run()
  }

  orders.onStored(order => {
    if (!isBusinessOrder(order) || order.step !== 'Dispatched') return
    requested.push(order)
    start()
  })
  start()
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await running
    },
  }
}
