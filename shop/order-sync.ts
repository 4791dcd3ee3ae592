import type { Logger } from 'pino'
import { type KeepsakeClient, KeepsakeError } from './keepsake-client.ts'
import type { Order, Orders } from './orders.ts'

export interface OrderSync {
  /** Sends an order now, and retries until it is acknowledged. Resolves after the first attempt. */
  send(code: string): Promise<void>
  /** Cancels scheduled retries and waits for running attempts. */
  close(): Promise<void>
}

/** Statuses of permanent failures: a retry would get the same answer. */
const PERMANENT: ReadonlySet<number> = new Set([400, 404, 409, 413])

/**
 * Sends orders to Keepsake until each is acknowledged, at least once; orders left by an earlier process first. An order
 * that Keepsake refuses permanently moves to 'refused' and is logged as an error.
 */
export function startOrderSync({
  orders,
  keepsake,
  log,
  now,
  retryMs,
}: {
  orders: Orders
  keepsake: KeepsakeClient
  log: Logger
  now: () => Date
  retryMs: (tries: number) => number
}): OrderSync {
  const running = new Map<string, Promise<void>>()
  const retries = new Map<string, NodeJS.Timeout>()
  let closed = false

  const attempt = async (code: string) => {
    const found = await orders.find(code)
    if (found?.state !== 'waiting') return
    const order: Order = { ...found.order, tries: found.order.tries + 1, problem: undefined }
    try {
      const { lastOrderDate } = await keepsake.putOrder(code, order.sent)
      await orders.recordAttempt({ ...order, lastOrderDate }, 'told')
      log.info({ order: code, tries: order.tries }, 'order acknowledged')
    } catch (error) {
      const status = error instanceof KeepsakeError ? error.status : 0
      const refused = PERMANENT.has(status)
      await orders.recordAttempt(
        { ...order, problem: `${now().toISOString()} ${status}` },
        refused ? 'refused' : 'waiting',
      )
      if (refused) log.error({ err: error, order: code }, 'order refused: needs manual action')
      else {
        log.warn({ order: code, status, tries: order.tries }, 'order not acknowledged yet')
        scheduleRetry(code, order.tries)
      }
    }
  }
  const scheduleRetry = (code: string, tries: number) => {
    if (closed) return
    const timer = setTimeout(() => {
      retries.delete(code)
      void send(code)
    }, retryMs(tries))
    retries.set(code, timer)
  }
  const send = (code: string): Promise<void> => {
    if (closed || retries.has(code)) return Promise.resolve()
    const attempted =
      running.get(code) ??
      attempt(code)
        .catch(err => {
          // The order store failed, not Keepsake: the order's state is unchanged.
          log.error({ err, order: code }, 'order cannot be sent')
          scheduleRetry(code, 1)
        })
        .finally(() => running.delete(code))
    running.set(code, attempted)
    return attempted
  }

  void orders.unacknowledgedCodes().then(
    codes => codes.map(send),
    err => log.error({ err }, 'unacknowledged orders cannot be read'),
  )
  return {
    send,
    async close() {
      closed = true
      for (const timer of retries.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
