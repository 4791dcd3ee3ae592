import type { Context } from '../../context.ts'
import { defineCounter, defineGauge } from '../../platform/metrics/definitions.ts'
import { DATABASE_FRESH_MS, type MetricsSource } from '../../platform/metrics/sources.ts'
import { listHeldRuns } from './run/guard.ts'

export const retentionRuns = defineCounter('retention_runs_total', 'Runs of the retention, by outcome', {
  labels: ['outcome'],
  initial: [{ outcome: 'completed' }, { outcome: 'failed' }],
})
export const remindersSent = defineCounter('retention_reminders_total', 'Reminders, by outcome', {
  labels: ['outcome'],
  initial: [{ outcome: 'sent' }, { outcome: 'failed' }, { outcome: 'bounced' }],
})
const heldCustomers = defineGauge(
  'retention_held_customers',
  'Customers whose libraries the guard holds back until an operator confirms, by phase',
  { labels: ['phase'] },
)

export const heldRunsSource = (ctx: Context): MetricsSource => ({
  name: 'retention',
  gauges: [heldCustomers],
  freshMs: DATABASE_FRESH_MS,
  async read() {
    const runs = await listHeldRuns(ctx)
    for (const phase of ['leave', 'erase'] as const) {
      const due = runs.filter(run => run.phase === phase).reduce((sum, run) => sum + run.due, 0)
      ctx.metrics.get(heldCustomers).set({ phase }, due)
    }
  },
})
