import AsyncLock from 'async-lock'
import { type Context, change, memoizePerContext } from '../../../context.ts'
import { createLeaseRunner, type LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { OUTBOUND_TIMEOUT_MS } from '../../../platform/outbound/outbound.ts'
import { failWaitingDeliveries } from '../disable-endpoint.ts'
import { type ClaimFilter, claimDeliveries, releaseDeliveries } from '../store/claims.ts'
import type { Delivery } from '../store/deliveries.ts'
import { isSuccess, recordAttempt } from './record-attempt.ts'
import { sendEvent } from './send-event.ts'
import { findTargets, type Target } from './target.ts'

/**
 * Three lanes, so that a slow endpoint delays no other one: what a person requested; endpoints that work;
 * endpoints whose last attempt failed, which may take OUTBOUND_TIMEOUT_MS each time. If 200 endpoints fail at the same
 * moment they occupy 400 slots of the second lane, and then 200 of the third.
 */
export const LANES: readonly Lane[] = [
  { name: 'requested', filter: { requested: true }, concurrency: 64, perEndpoint: 1 },
  { name: 'working', filter: { requested: false, failing: false }, concurrency: 512, perEndpoint: 2 },
  { name: 'failing', filter: { requested: false, failing: true }, concurrency: 256, perEndpoint: 1 },
]

/**
 * The lease of an event; after it another process delivers the event. Longer than it takes to attempt the delivery and
 * store the result.
 */
export const LEASE_MS = OUTBOUND_TIMEOUT_MS + 15_000

/** Delivers the due events of all endpoints. */
export const deliverDueEvents = (ctx: Context, signal: AbortSignal): Promise<void> =>
  getDispatcher(ctx).run(signal)

const getDispatcher = memoizePerContext((ctx): LeaseRunner => {
  const lanes = LANES.map(createLaneState)
  const queue = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })

  async function deliverClaimed(
    { event, target }: ClaimedEvent,
    lane: LaneState,
    signal: AbortSignal,
  ): Promise<void> {
    const { endpoint_id: endpointId } = event
    let nextLane: Lane['name'] | undefined
    try {
      nextLane = await deliver(ctx, event, { target, queue, signal })
    } finally {
      changeCount(lane.running, endpointId, -1)
      for (const otherLane of lanes) searchAfterDelivery(otherLane, { lane, endpointId, nextLane })
    }
  }

  return createLeaseRunner({
    searchAll() {
      for (const lane of lanes) lane.search = 'all'
    },
    hasSearch: () => lanes.some(hasSearch),
    async lease(start, signal) {
      for (const lane of lanes.filter(hasSearch))
        for (const claimedEvent of await claimDueEvents(ctx, lane)) {
          changeCount(lane.running, claimedEvent.event.endpoint_id, 1)
          start(deliverClaimed(claimedEvent, lane, signal))
        }
    },
  })
})

/** The state of a lane in this process. */
interface LaneState {
  settings: Lane
  /** Deliveries by endpoint. */
  running: Map<string, number>
  /** Whose events are searched next: all endpoints, or the endpoints whose delivery ended. */
  search: 'all' | Set<string>
  /** Whether the last search may have left due events because the lane was full. */
  isFull: boolean
}

const createLaneState = (settings: Lane): LaneState => ({
  settings,
  running: new Map(),
  search: new Set(),
  isFull: false,
})

const hasSearch = ({ search }: LaneState) => search === 'all' || search.size > 0

/**
 * Requests the searches that the end of a delivery makes necessary: the endpoint's next events in the same lane and in
 * the lane that its result moved them to, and all endpoints' events if the lane was full.
 */
function searchAfterDelivery(
  otherLane: LaneState,
  { lane, endpointId, nextLane }: { lane: LaneState; endpointId: string; nextLane: Lane['name'] | undefined },
): void {
  if (otherLane !== lane && otherLane.settings.name !== nextLane) return
  if (otherLane === lane && otherLane.isFull) otherLane.search = 'all'
  if (otherLane.search !== 'all') otherLane.search.add(endpointId)
}

function changeCount(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

interface ClaimedEvent {
  event: Delivery
  /** Undefined when callbacks are turned off, or the account is closed. */
  target: Target | undefined
}

async function claimDueEvents(ctx: Context, lane: LaneState): Promise<ClaimedEvent[]> {
  const { settings, running, search } = lane
  lane.search = new Set()
  const limit = settings.concurrency - [...running.values()].reduce((sum, count) => sum + count, 0)
  lane.isFull = limit <= 0
  if (limit <= 0) return []
  const now = ctx.clock.now()
  const events = await change(ctx, tx =>
    claimDeliveries(tx, {
      ...settings.filter,
      now,
      until: new Date(now.getTime() + LEASE_MS),
      limit,
      perEndpoint: settings.perEndpoint,
      running,
      ...(search === 'all' ? {} : { endpointIds: [...search] }),
    }),
  )
  if (events.length === limit) lane.isFull = true
  const targets = await findTargets(ctx, [...new Set(events.map(event => event.endpoint_id))])
  return (
    events
      .map(event => ({ event, target: targets.get(event.endpoint_id) }))
      // Events that nothing can sign yet are claimed again after their lease: the secret may be replaced until then.
      .filter(({ target }) => target?.secrets.length !== 0)
  )
}

/**
 * Delivers an event, stores the result and returns the lane of the endpoint's other events after it. Results are stored
 * one at a time, because 200 at once would occupy all connections. Answers are stored before time-outs, so that a
 * working endpoint gets its next event sooner.
 */
async function deliver(
  ctx: Context,
  event: Delivery,
  { target, queue, signal }: { target: Target | undefined; queue: AsyncLock; signal: AbortSignal },
): Promise<Lane['name'] | undefined> {
  if (!target) return void (await change(ctx, tx => failWaitingDeliveries(ctx, tx, event.endpoint_id)))
  try {
    const result = await sendEvent(ctx, event, target, signal)
    await queue.acquire('results', () => recordAttempt(ctx, event, target, result), {
      skipQueue: result.status !== null,
    })
    return isSuccess(result) ? 'working' : 'failing'
  } catch (error) {
    if (!signal.aborted) throw error
    // The process stops. The receiver may have received the event and will receive it again with the same id.
    await change(ctx, tx => releaseDeliveries(tx, [event]))
    return undefined
  }
}

/** A class of events with its own limits of concurrent deliveries in a process. */
interface Lane {
  name: 'requested' | 'working' | 'failing'
  filter: ClaimFilter
  concurrency: number
  perEndpoint: number
}
