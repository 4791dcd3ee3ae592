import { millisecondsInDay } from 'date-fns/constants'
import type { Context } from '../../context.ts'
import { defineGauge } from '../../platform/metrics/definitions.ts'
import { DATABASE_FRESH_MS, type MetricsSource } from '../../platform/metrics/sources.ts'
import { readOriginalReads } from './originals/reads.ts'
import { listEndsOfServices } from './store/tokens.ts'

const tokenEnd = defineGauge(
  'service_token_end_seconds',
  "Time until the last token of a retailer's service ends; negative for a week after it",
  { labels: ['service'] },
)
const originalReads = defineGauge(
  'service_original_reads',
  "Originals whose addresses a retailer's service got today (UTC)",
  { labels: ['service'] },
)
const usualOriginalReads = defineGauge(
  'service_usual_original_reads',
  "Originals whose addresses a retailer's service usually gets in a day, at least 100",
  { labels: ['service'] },
)

const ENDED_DAYS = 7

export const serviceSource = (ctx: Context): MetricsSource => ({
  name: 'services',
  gauges: [tokenEnd, originalReads, usualOriginalReads],
  freshMs: DATABASE_FRESH_MS,
  async read(clear) {
    const now = ctx.clock.now().getTime()
    const ends = await listEndsOfServices(ctx.db, new Date(now - ENDED_DAYS * millisecondsInDay))
    const reads = await readOriginalReads(ctx)
    clear()
    for (const { name: service, end } of ends)
      ctx.metrics.get(tokenEnd).set({ service }, (end.getTime() - now) / 1000)
    for (const { service, today, mean } of reads) {
      ctx.metrics.get(originalReads).set({ service }, today)
      ctx.metrics.get(usualOriginalReads).set({ service }, mean)
    }
  },
})
