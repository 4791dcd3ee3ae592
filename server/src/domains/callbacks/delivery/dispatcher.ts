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
  const lanes = LANES.map(lane => ({ lane, running: new Map<string, number>() }))
  const deliveries = new Set<Promise<void>>()
  let isRunning = false
  let wake: () => void = () => undefined
  /** Counts calls and ended deliveries: what happened during a search makes another one necessary. */
  let changes = 0
  const onChange = () => {
    changes++
    wake()
  }

  async function startDue(signal: AbortSignal, errors: unknown[]): Promise<void> {
    for (const { lane, running } of lanes)
      for (const event of await claim(ctx, lane, running)) {
        const { account_id } = event
        running.set(account_id, (running.get(account_id) ?? 0) + 1)
        const delivery = deliver(ctx, event, signal)
          .catch(error => void errors.push(error))
          .finally(() => {
            deliveries.delete(delivery)
            const left = running.get(account_id)! - 1
            if (left === 0) running.delete(account_id)
            else running.set(account_id, left)
            onChange()
          })
        deliveries.add(delivery)
      }
  }

  return {
    async run(signal) {
      onChange()
      if (isRunning) return
      isRunning = true
      const errors: unknown[] = []
      try {
        for (let seen = -1; !signal.aborted && errors.length === 0; ) {
          if (seen === changes) {
            if (deliveries.size === 0) return
            await new Promise<void>(resolve => {
              wake = resolve
            })
          }
          seen = changes
          await startDue(signal, errors)
        }
      } finally {
        await Promise.all(deliveries)
        isRunning = false
      }
      if (errors.length > 0) throw errors[0]
    },
  }
})

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

async function deliver(ctx: Context, event: CallbackEventRow, signal: AbortSignal): Promise<void> {
  const target = await findTarget(ctx, event.account_id)
  if (!target) return giveUpEvents(ctx, event.account_id)
  try {
    const result = await sendEvent(ctx, event, target, signal)
    await recordAttempt(ctx, event, target, result, Math.random())
  } catch (error) {
    if (!signal.aborted) throw error
    // The process stops. The receiver may have got it: it gets it again, with the same id.
    await change(ctx, tx => releaseEvents(tx, [event.event_id]))
  }
}
