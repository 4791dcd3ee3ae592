import type { Logger } from 'pino'
import { type KeepsakeClient, KeepsakeError } from '../keepsake-client.ts'
import type { Order, SyncState } from './order.ts'
import type { Orders } from './orders.ts'

export interface OrderSync {
  /** Sends an order's newest version if Keepsake has not acknowledged it. Resolves after it was, or the attempt failed. */
  send(code: string): Promise<void>
  /** Cancels scheduled retries and waits for running attempts. */
  close(): Promise<void>
}

/** Statuses of permanent failures: a retry would get the same answer. */
const PERMANENT: ReadonlySet<number> = new Set([400, 404, 409, 413])

/** Whether Keepsake refused a version permanently: it needs manual action. */
export const isRefused = ({ problem }: SyncState): boolean =>
  problem !== undefined && PERMANENT.has(problem.status)

/**
 * Sends orders to Keepsake: of each the newest version until it is acknowledged, at least once, one call at a time. A
 * version stored while another is under way is sent after it. A version that Keepsake refuses permanently is logged as an
 * error and not sent again before the next start; a newer one is.
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
  /** Orders that may have changed since their running attempt read them. */
  const requested = new Set<string>()
  const retries = new Map<string, NodeJS.Timeout>()
  const tries = new Map<string, number>()
  /** The last version of each order that was refused since the start. */
  const refused = new Map<string, number>()
  let closed = false

  /** Sends the newest version until none is pending; false when it is to be tried again later. */
  const sendPending = async (code: string): Promise<boolean> => {
    for (;;) {
      const order = await orders.find(code)
      if (!order || !isPending(order)) return true
      const { version } = order.state
      try {
        const receipt = await keepsake.putOrder(code, order.state)
        if (receipt.version > version)
          log.error({ order: code, version, stored: receipt.version }, 'Keepsake has a newer version')
        await orders.change(code, before => ({
          ...before,
          sync: { ...before.sync, order: { acknowledgedVersion: version } },
          lastOrderDate: receipt.lastOrderDate,
        }))
        tries.delete(code)
        log.info({ order: code, version }, 'order acknowledged')
      } catch (error) {
        if (!(error instanceof KeepsakeError)) throw error
        const problem = { version, status: error.status, at: now().toISOString() }
        if (PERMANENT.has(error.status)) refused.set(code, version)
        await orders.change(code, before => withProblem(before, problem))
        if (!PERMANENT.has(error.status)) {
          log.warn({ order: code, version, status: error.status }, 'order not acknowledged yet')
          return false
        }
        log.error({ err: error, order: code, version }, 'order refused: needs manual action')
      }
    }
  }
  const isPending = ({ code, state, sync }: Order) =>
    state.version > Math.max(sync.order.acknowledgedVersion, refused.get(code) ?? 0)

  const run = async (code: string) => {
    try {
      while (requested.delete(code))
        if (!(await sendPending(code))) {
          scheduleRetry(code)
          break
        }
    } catch (err) {
      // The order store failed, not Keepsake: the order is unchanged.
      log.error({ err, order: code }, 'order cannot be sent')
      scheduleRetry(code)
    } finally {
      // No await since the last look at `requested`: a later request starts a new run.
      running.delete(code)
    }
  }
  const scheduleRetry = (code: string) => {
    if (closed) return
    const tried = (tries.get(code) ?? 0) + 1
    tries.set(code, tried)
    const timer = setTimeout(() => {
      retries.delete(code)
      void send(code)
    }, retryMs(tried))
    retries.set(code, timer)
  }
  const send = (code: string): Promise<void> => {
    if (closed || retries.has(code)) return Promise.resolve()
    requested.add(code)
    const attempt = running.get(code) ?? run(code)
    running.set(code, attempt)
    return attempt
  }

  orders.onStored(order => {
    if (isPending(order)) void send(order.code)
  })
  return {
    send,
    async close() {
      closed = true
      for (const timer of retries.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** The order with the problem; unchanged when the same version failed in the same way before. */
function withProblem(order: Order, problem: NonNullable<SyncState['problem']>): Order {
  const { problem: before, ...rest } = order.sync.order
  if (before?.version === problem.version && before.status === problem.status) return order
  return { ...order, sync: { ...order.sync, order: { ...rest, problem } } }
}
