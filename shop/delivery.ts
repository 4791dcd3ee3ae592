import type { Logger } from 'pino'
import { type Keepsake, KeepsakeFailure } from './keepsake.ts'
import type { Order, Orders } from './orders.ts'

export interface Delivery {
  /** Tells Keepsake of an order now, and again until it is acknowledged. Resolves after the first try. */
  tell(code: string): Promise<void>
  close(): Promise<void>
}

/** Answers after which telling the same again would be answered the same. */
const FINAL: ReadonlySet<number> = new Set([400, 404, 409, 413])

/**
 * Tells Keepsake of orders until each is acknowledged, those that wait from an earlier run first. One that is refused
 * for good is set apart and logged as an error.
 */
export function startDelivery({
  orders,
  keepsake,
  log,
  now,
  retryMs,
}: {
  orders: Orders
  keepsake: Keepsake
  log: Logger
  now: () => Date
  retryMs: (tries: number) => number
}): Delivery {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, NodeJS.Timeout>()
  let closed = false

  const attempt = async (code: string) => {
    const found = await orders.find(code)
    if (found?.state !== 'waiting') return
    const order: Order = { ...found.order, tries: found.order.tries + 1, problem: undefined }
    try {
      const { lastOrderDate } = await keepsake.putOrder(code, order.sent)
      await orders.note({ ...order, lastOrderDate }, 'told')
      log.info({ order: code, tries: order.tries }, 'order acknowledged')
    } catch (error) {
      const status = error instanceof KeepsakeFailure ? error.status : 0
      const refused = FINAL.has(status)
      await orders.note(
        { ...order, problem: `${now().toISOString()} ${status}` },
        refused ? 'refused' : 'waiting',
      )
      if (refused) log.error({ err: error, order: code }, 'order refused: somebody has to look')
      else {
        log.warn({ order: code, status, tries: order.tries }, 'order not acknowledged yet')
        later(code, order.tries)
      }
    }
  }
  const later = (code: string, tries: number) => {
    if (closed) return
    const timer = setTimeout(() => {
      waiting.delete(code)
      void tell(code)
    }, retryMs(tries))
    waiting.set(code, timer)
  }
  const tell = (code: string): Promise<void> => {
    if (closed || waiting.has(code)) return Promise.resolve()
    const mine =
      running.get(code) ??
      attempt(code)
        .catch(err => {
          // The disk, not Keepsake: the order stays where it is.
          log.error({ err, order: code }, 'delivery failed')
          later(code, 1)
        })
        .finally(() => running.delete(code))
    running.set(code, mine)
    return mine
  }

  void orders.waiting().then(
    codes => codes.map(tell),
    err => log.error({ err }, 'orders that wait cannot be read'),
  )
  return {
    tell,
    async close() {
      closed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
