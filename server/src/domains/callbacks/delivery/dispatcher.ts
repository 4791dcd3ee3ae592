import AsyncLock from 'async-lock'
import { type Context, change, perContext } from '../../../context.ts'
import { createLeaseRunner, type LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { claimEvents, releaseEvents } from '../store/claims.ts'
import type { CallbackEventRow } from '../store/events.ts'
import { giveUpEvents } from '../turn-off.ts'
import { CLAIM_MS, LANES, type Lane } from './lanes.ts'
import { isSuccess, recordAttempt } from './record-attempt.ts'
import { sendEvent } from './send-event.ts'
import { findTargets, type Target } from './target.ts'

/** Delivers the due events of all accounts. */
export const deliverDueEvents = (ctx: Context, signal: AbortSignal): Promise<void> =>
  dispatchers(ctx).run(signal)

const dispatchers = perContext((ctx): LeaseRunner => {
  const places = LANES.map(newPlace)
  const queue = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })

  async function deliverInPlace(
    { event, target }: ClaimedEvent,
    place: Place,
    signal: AbortSignal,
  ): Promise<void> {
    const { account_id: accountId } = event
    let lane: Lane['name'] | undefined
    try {
      lane = await deliver(ctx, event, { target, queue, signal })
    } finally {
      changeCount(place.running, accountId, -1)
      for (const each of places) searchAfterDelivery(each, { place, accountId, lane })
    }
  }

  return createLeaseRunner({
    searchAll() {
      for (const place of places) place.search = 'all'
    },
    hasSearch: () => places.some(hasSearch),
    async lease(start, signal) {
      for (const place of places.filter(hasSearch))
        for (const claimed of await claim(ctx, place)) {
          changeCount(place.running, claimed.event.account_id, 1)
          start(deliverInPlace(claimed, place, signal))
        }
    },
  })
})

/** The state of a lane in this process. */
interface Place {
  lane: Lane
  /** Deliveries by account. */
  running: Map<string, number>
  /** Whose events are searched next: all accounts, or the accounts whose delivery ended. */
  search: 'all' | Set<string>
  /** Whether the last search may have left due events because the lane was full. */
  isFull: boolean
}

const newPlace = (lane: Lane): Place => ({ lane, running: new Map(), search: new Set(), isFull: false })

const hasSearch = ({ search }: Place) => search === 'all' || search.size > 0

/**
 * Requests the searches that the end of a delivery makes necessary: the account's next events in the same lane and in
 * the lane that its result moved them to, and all accounts' events if the lane was full.
 */
function searchAfterDelivery(
  each: Place,
  { place, accountId, lane }: { place: Place; accountId: string; lane: Lane['name'] | undefined },
): void {
  if (each !== place && each.lane.name !== lane) return
  if (each === place && each.isFull) each.search = 'all'
  if (each.search !== 'all') each.search.add(accountId)
}

function changeCount(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

interface ClaimedEvent {
  event: CallbackEventRow
  /** Undefined when callbacks are turned off, or the account is closed. */
  target: Target | undefined
}

async function claim(ctx: Context, place: Place): Promise<ClaimedEvent[]> {
  const { lane, running, search } = place
  place.search = new Set()
  const limit = lane.places - [...running.values()].reduce((sum, count) => sum + count, 0)
  place.isFull = limit <= 0
  if (limit <= 0) return []
  const now = ctx.clock.now()
  const events = await change(ctx, tx =>
    claimEvents(tx, {
      ...lane.filter,
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      limit,
      perAccount: lane.perAccount,
      running,
      ...(search === 'all' ? {} : { accountIds: [...search] }),
    }),
  )
  if (events.length === limit) place.isFull = true
  const targets = await findTargets(ctx, [...new Set(events.map(event => event.account_id))])
  return events.map(event => ({ event, target: targets.get(event.account_id) }))
}

/**
 * Delivers an event, stores the result and returns the lane of the account's other events after it. Results are stored
 * one at a time, because 200 at once would occupy all connections. Answers are stored before time-outs, so that a
 * working endpoint gets its next event sooner.
 */
async function deliver(
  ctx: Context,
  event: CallbackEventRow,
  { target, queue, signal }: { target: Target | undefined; queue: AsyncLock; signal: AbortSignal },
): Promise<Lane['name'] | undefined> {
  if (!target) return void (await change(ctx, tx => giveUpEvents(ctx, tx, event.account_id)))
  try {
    const result = await sendEvent(ctx, event, target, signal)
    await queue.acquire('results', () => recordAttempt(ctx, event, target, result), {
      skipQueue: result.status !== null,
    })
    return isSuccess(result) ? 'working' : 'failing'
  } catch (error) {
    if (!signal.aborted) throw error
    // The process stops. The receiver may have received the event and will receive it again with the same id.
    await change(ctx, tx => releaseEvents(tx, [event.event_id]))
    return undefined
  }
}
