import AsyncLock from 'async-lock'
import { type Context, change, perContext } from '../../../context.ts'
import { claimEvents, releaseEvents } from '../store/claims.ts'
import type { CallbackEventRow } from '../store/events.ts'
import { CLAIM_MS, LANES, type Lane } from './lanes.ts'
import { giveUpEvents, recordAttempt } from './record-attempt.ts'
import { findTarget, sendEvent } from './send-event.ts'

interface Dispatcher {
  /**
   * Delivers what is due, until nothing is due or running. While it runs, another call makes it look for due events again
   * and resolves at once. Rejects, after the running deliveries, when the database fails: what was not stored is delivered
   * again. When `signal` aborts, running deliveries end and are given back.
   */
  run(signal: AbortSignal): Promise<void>
}

/** Delivers the due events of all accounts. */
export const deliverDueEvents = (ctx: Context, signal: AbortSignal): Promise<void> =>
  dispatchers(ctx).run(signal)

const dispatchers = perContext((ctx): Dispatcher => {
  const lanes = LANES.map(lane => ({ lane, running: new Map<string, number>(), isDirty: false }))
  const deliveries = new Set<Promise<void>>()
  const queue = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  let isRunning = false
  let wake: () => void = () => undefined
  /** A call, or the end of a delivery, makes another search of these lanes necessary. */
  const search = (changed: readonly { isDirty: boolean }[]) => {
    for (const each of changed) each.isDirty = true
    wake()
  }

  async function startDue(signal: AbortSignal, errors: unknown[]): Promise<void> {
    for (const place of lanes.filter(each => each.isDirty)) {
      place.isDirty = false
      for (const event of await claim(ctx, place.lane, place.running)) {
        const { account_id: accountId } = event
        changeCount(place.running, accountId, 1)
        const delivery = deliver(ctx, event, queue, signal)
          .catch(error => void errors.push(error))
          .finally(() => {
            deliveries.delete(delivery)
            changeCount(place.running, accountId, -1)
            // A failure moves the other events of the account to the last lane.
            search([place, lanes.at(-1)!])
          })
        deliveries.add(delivery)
      }
    }
  }

  return {
    async run(signal) {
      search(lanes)
      if (isRunning) return
      isRunning = true
      const errors: unknown[] = []
      try {
        while (!signal.aborted && errors.length === 0) {
          if (lanes.some(each => each.isDirty)) await startDue(signal, errors)
          else if (deliveries.size === 0) return
          else
            await new Promise<void>(resolve => {
              wake = resolve
            })
        }
      } finally {
        await Promise.all(deliveries)
        isRunning = false
      }
      if (errors.length > 0) throw errors[0]
    },
  }
})

function changeCount(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

async function claim(
  ctx: Context,
  { filter, places, perAccount }: Lane,
  running: ReadonlyMap<string, number>,
): Promise<CallbackEventRow[]> {
  const limit = places - [...running.values()].reduce((sum, count) => sum + count, 0)
  if (limit <= 0) return []
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  return change(ctx, tx => claimEvents(tx, { ...filter, now, until, limit, perAccount, running }))
}

/** Results are stored one after the other: 200 that end at once would keep all connections from everybody else. */
async function deliver(
  ctx: Context,
  event: CallbackEventRow,
  queue: AsyncLock,
  signal: AbortSignal,
): Promise<void> {
  const target = await findTarget(ctx, event.account_id)
  if (!target) return giveUpEvents(ctx, event.account_id)
  try {
    const result = await sendEvent(ctx, event, target, signal)
    await queue.acquire('results', () => recordAttempt(ctx, event, target, result))
  } catch (error) {
    if (!signal.aborted) throw error
    // The process stops. The receiver may have got it: it gets it again, with the same id.
    await change(ctx, tx => releaseEvents(tx, [event.event_id]))
  }
}
