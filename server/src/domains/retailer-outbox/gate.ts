import type { Context, Tx } from '../../context.ts'
import { dispatchMessages } from './job-kinds.ts'
import { countFailure, findGate, lockGate, makeMessagesDue, updateGate } from './store.ts'

/** Consecutive calls without an answer that close the gate. */
const GATE_FAILURES = 5
const PROBE_MS = 5_000
const PROBE_MAX_MS = 60_000

/**
 * Leases as many messages as the retailer may receive: `slots` while it answers; otherwise one, the probe, for all
 * processes together, with the time to the next probe doubling.
 */
export async function leaseThroughGate<Message>(
  tx: Tx,
  { now, slots }: { now: Date; slots: number },
  lease: (limit: number, isProbe: boolean) => Promise<Message[]>,
): Promise<Message[]> {
  if ((await findGate(tx.db)).failures < GATE_FAILURES) return lease(slots, false)
  const { failures, probes, probe_at } = await lockGate(tx)
  if (failures < GATE_FAILURES) return lease(slots, false)
  if (probe_at > now) return []
  const leasedMessages = await lease(1, true)
  if (leasedMessages.length > 0) {
    const pauseMs = Math.min(PROBE_MS * 2 ** (probes + 1), PROBE_MAX_MS)
    await updateGate(tx, { probes: probes + 1, probe_at: new Date(now.getTime() + pauseMs) })
  }
  return leasedMessages
}

/** Records a call without an answer. While the gate is closed messages wait for the next probe. */
export async function recordMissingAnswer(ctx: Context, tx: Tx): Promise<void> {
  const probeAt = new Date(ctx.clock.now().getTime() + PROBE_MS)
  const { failures, probe_at } = await countFailure(tx, { closesAt: GATE_FAILURES, probeAt })
  if (failures >= GATE_FAILURES) await ctx.jobs.send(tx, dispatchMessages, [{}], { startAfter: probe_at })
}

/** Opens the gate, because the retailer answers again, and makes all waiting messages due. */
export async function recordRetailerAnswer(ctx: Context, tx: Tx): Promise<void> {
  const { failures } = await findGate(tx.db)
  if (failures === 0) return
  await updateGate(tx, { failures: 0, probes: 0 })
  if (failures < GATE_FAILURES) return
  await makeMessagesDue(tx, ctx.clock.now())
  await ctx.jobs.send(tx, dispatchMessages, [{}])
}
