import type { Context } from '../../context.ts'
import { defineCounter, defineGauge, defineHistogram } from '../../platform/metrics/definitions.ts'
import { DATABASE_FRESH_MS, type MetricsSource } from '../../platform/metrics/sources.ts'
import { findLatestSweep } from './store/blob-sweeps.ts'
import { countRunningBackfills } from './store/facts-backfill.ts'
import { findIngestLags } from './store/ingests.ts'

/** `ready`; `refused`: a broken picture; `failed`: kept, but cannot be shown; `error`: the job is retried. */
export type IngestOutcome = 'ready' | 'refused' | 'failed' | 'error'

export const ingestDuration = defineHistogram(
  'photo_ingest_seconds',
  'Time to make and store the variants of a photo, by format and outcome',
  {
    labels: ['format', 'outcome'],
    initial: ['jpeg', 'png', 'heic'].flatMap(format =>
      (['ready', 'refused', 'failed', 'error'] as const).map(outcome => ({ format, outcome })),
    ),
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
  },
)
export const unreadableOriginals = defineCounter(
  'unreadable_originals_total',
  'Originals found missing or with another size than received, each time that a zip with them is planned',
)
export const backfilledFacts = defineCounter(
  'photo_facts_backfilled_total',
  'Photos whose facts the backfill has read, or found to be complete',
)

const runningBackfills = defineGauge(
  'photo_facts_backfills',
  'Accounts whose backfill of facts has begun and not ended',
)

const ingestLag = defineGauge(
  'photo_ingest_lag_seconds',
  'For how long the longest waiting of the photos that are next in turn has waited, by lane; 0 when none waits',
  { labels: ['lane'] },
)
const sweepHeld = defineGauge(
  'blob_sweep_held_blobs',
  'Blobs that the latest sweep would remove and holds back until an operator confirms; 0 when it is not held',
)
const sweepStarted = defineGauge('blob_sweep_started_timestamp_seconds', 'When the latest sweep started')

export const ingestLagSource = (ctx: Context): MetricsSource => ({
  name: 'ingest',
  gauges: [ingestLag],
  freshMs: DATABASE_FRESH_MS,
  async read() {
    const now = ctx.clock.now().getTime()
    for (const { lane, requestedAt } of await findIngestLags(ctx.db)) {
      const seconds = requestedAt ? Math.max(0, now - requestedAt.getTime()) / 1000 : 0
      ctx.metrics.get(ingestLag).set({ lane }, seconds)
    }
  },
})

export const backfillSource = (ctx: Context): MetricsSource => ({
  name: 'facts-backfill',
  gauges: [runningBackfills],
  freshMs: DATABASE_FRESH_MS,
  async read() {
    ctx.metrics.get(runningBackfills).set(await countRunningBackfills(ctx.db))
  },
})

export const latestSweepSource = (ctx: Context): MetricsSource => ({
  name: 'blob-sweep',
  gauges: [sweepHeld, sweepStarted],
  freshMs: DATABASE_FRESH_MS,
  async read() {
    const sweep = await findLatestSweep(ctx.db)
    ctx.metrics.get(sweepHeld).set(sweep?.state === 'held' ? sweep.due : 0)
    if (sweep) ctx.metrics.get(sweepStarted).set(sweep.started_at.getTime() / 1000)
  },
})
