import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Context, change, memoizePerContext } from '../../context.ts'
import { createLeaseRunner, type LeaseRunner } from '../../platform/leases/lease-runner.ts'
import { leaseThroughGate } from './gate.ts'
import { listMessageKinds } from './message-kinds.ts'
import { sendMessage } from './send-message.ts'
import { type LeasedMessage, leaseMessages, releaseLeasedMessage } from './store/leases.ts'

/** Longer than it takes to build, send and store a message. */
export const LEASE_MS = 30_000
/** Maximum number of concurrent calls of a process, and of an account by all processes. */
const CALLS_MAX = 8
const CALLS_PER_ACCOUNT_MAX = 2
/** At most 20 calls a second per process, so that a retailer that is available again is not overloaded. */
const CALL_INTERVAL_MS = 50

/** Sends due messages until none is due or being sent. Does nothing while no retailer is configured: messages wait. */
export async function dispatchDueMessages(ctx: Context, signal: AbortSignal): Promise<void> {
  if (ctx.config.retailer) await getDispatcher(ctx).run(signal)
}

const getDispatcher = memoizePerContext((ctx): LeaseRunner => {
  const waitForStart = createPacer(CALL_INTERVAL_MS)
  let callsInProgress = 0
  let isSearchDue = false

  async function sendOrRelease(message: LeasedMessage, signal: AbortSignal): Promise<void> {
    try {
      await waitForStart()
      if (signal.aborted) await change(ctx, tx => releaseLeasedMessage(tx, message))
      else await sendMessage(ctx, message)
    } finally {
      callsInProgress--
      // The end of a call frees a slot and the next message of its subject.
      isSearchDue = true
    }
  }

  return createLeaseRunner({
    searchAll() {
      isSearchDue = true
    },
    hasSearch: () => isSearchDue && callsInProgress < CALLS_MAX,
    async lease(start, signal) {
      isSearchDue = false
      for (const message of await leaseDueMessages(ctx, CALLS_MAX - callsInProgress)) {
        callsInProgress++
        start(sendOrRelease(message, signal))
      }
    },
  })
})

/** Creates a function whose calls resolve at least `intervalMs` apart. */
function createPacer(intervalMs: number): () => Promise<void> {
  let nextStart = 0
  return async () => {
    const now = performance.now()
    const start = Math.max(now, nextStart)
    nextStart = start + intervalMs
    if (start > now) await setTimeout(start - now)
  }
}

function leaseDueMessages(ctx: Context, slots: number): Promise<LeasedMessage[]> {
  const now = ctx.clock.now()
  return change(ctx, tx =>
    leaseThroughGate(tx, { now, slots }, (limit, isProbe) =>
      leaseMessages(tx, {
        lease: randomUUID(),
        kinds: listMessageKinds(),
        now,
        until: new Date(now.getTime() + LEASE_MS),
        limit,
        perAccount: CALLS_PER_ACCOUNT_MAX,
        isProbe,
      }),
    ),
  )
}
