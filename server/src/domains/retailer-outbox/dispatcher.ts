import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Context, change, memoizePerContext } from '../../context.ts'
import { createLeaseRunner, type LeaseRunner } from '../../platform/leases/lease-runner.ts'
import { leaseThroughGate } from './gate.ts'
import { listMessageKinds } from './message-kinds.ts'
import { sendMessage } from './send-message.ts'
import { type LeasedMessage, leaseMessages, releaseLeased } from './store/leases.ts'

/** Longer than it takes to build, send and store a message. */
export const LEASE_MS = 30_000
/** Most concurrent calls of a process, and of an account by all processes. */
const CALLS_MAX = 8
const CALLS_PER_ACCOUNT_MAX = 2
/** At most 20 calls a second per process, so that a retailer that is available again is not overloaded. */
const CALL_INTERVAL_MS = 50

/** Sends due messages until none is due or being sent. Does nothing while no retailer is configured: messages wait. */
export async function dispatchDue(ctx: Context, signal: AbortSignal): Promise<void> {
  if (ctx.config.retailer) await dispatchers(ctx).run(signal)
}

const dispatchers = memoizePerContext((ctx): LeaseRunner => {
  const waitForStart = createPacer(CALL_INTERVAL_MS)
  let sending = 0
  let isSearchDue = false

  async function send(message: LeasedMessage, signal: AbortSignal): Promise<void> {
    try {
      await waitForStart()
      if (signal.aborted) await change(ctx, tx => releaseLeased(tx, message))
      else await sendMessage(ctx, message)
    } finally {
      sending--
      // Its end frees a slot and the next message of its subject.
      isSearchDue = true
    }
  }

  return createLeaseRunner({
    searchAll() {
      isSearchDue = true
    },
    hasSearch: () => isSearchDue && sending < CALLS_MAX,
    async lease(start, signal) {
      isSearchDue = false
      for (const message of await leaseDue(ctx, CALLS_MAX - sending)) {
        sending++
        start(send(message, signal))
      }
    },
  })
})

/** Creates a function whose calls resolve at least `intervalMs` apart. */
function createPacer(intervalMs: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    const start = Math.max(now, next)
    next = start + intervalMs
    if (start > now) await setTimeout(start - now)
  }
}

function leaseDue(ctx: Context, slots: number): Promise<LeasedMessage[]> {
  const now = ctx.clock.now()
  return change(ctx, tx =>
    leaseThroughGate(tx, { now, slots }, limit =>
      leaseMessages(tx, {
        lease: randomUUID(),
        kinds: listMessageKinds(),
        now,
        until: new Date(now.getTime() + LEASE_MS),
        limit,
        perAccount: CALLS_PER_ACCOUNT_MAX,
      }),
    ),
  )
}
