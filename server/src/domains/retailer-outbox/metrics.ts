import type { Context } from '../../context.ts'
import { defineCounter, defineGauge } from '../../platform/metrics/definitions.ts'
import { DATABASE_FRESH_MS, type MetricsSource } from '../../platform/metrics/sources.ts'
import { listMessageKinds } from './message-kinds.ts'
import { countWaitingMessages } from './store.ts'

export const messageAttempts = defineCounter(
  'retailer_outbox_attempts_total',
  'Attempts to send a message to the retailer, by result',
  {
    labels: ['result'],
    initial: ['done', 'refused', 'unavailable', 'failed'].map(result => ({ result })),
  },
)
const waitingMessages = defineGauge('retailer_outbox_messages', 'Waiting messages to the retailer, by kind', {
  labels: ['kind'],
})
const oldestSeconds = defineGauge(
  'retailer_outbox_oldest_seconds',
  'For how long the oldest waiting message has waited, by kind; 0 when none does, and without a retailer',
  { labels: ['kind'] },
)

/** Reports nothing while no retailer is configured, because messages may wait for years. */
export const waitingMessagesSource = (ctx: Context): MetricsSource => ({
  name: 'retailer-outbox',
  gauges: [waitingMessages, oldestSeconds],
  freshMs: DATABASE_FRESH_MS,
  async read(clear) {
    const rows = await countWaitingMessages(ctx.db)
    clear()
    for (const kind of listMessageKinds()) {
      const { count = 0, oldest } = rows.find(row => row.kind === kind) ?? {}
      const waitedMs = oldest && ctx.config.retailer ? ctx.clock.now().getTime() - oldest.getTime() : 0
      ctx.metrics.get(waitingMessages).set({ kind }, count)
      ctx.metrics.get(oldestSeconds).set({ kind }, waitedMs / 1000)
    }
  },
})
