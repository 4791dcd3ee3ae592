import type { Gauge } from 'prom-client'
import { withTimeout } from '../clock/with-timeout.ts'
import type { Log } from '../log/log.ts'
import { defineGauge, type MetricDefinition } from './definitions.ts'

/** Gauges whose values are read when the metrics are scraped. */
export interface MetricsSource {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: gauges of any labels
  gauges: readonly MetricDefinition<Gauge<any>>[]
  /** Sets the gauges; `clear` removes the values of labels that no longer exist. */
  read: (clear: () => void) => Promise<void> | void
  /** For how many milliseconds the values are reused; by default they are read each time. */
  freshMs?: number
}

/** Reads the source unless its values are fresh. Never rejects, and never takes longer than the limit. */
export type Source = () => Promise<void>

/** For sources that query the database: at most this often per process, however many clients scrape its metrics. */
export const DATABASE_FRESH_MS = 15_000
/** Below the ten seconds after which Prometheus gives up. */
const LIMIT_MS = 5_000

const sourceUp = defineGauge('metrics_source_up', 'Whether the values of a source of metrics could be read', {
  labels: ['source'],
})

/**
 * Opens a source. A source that fails or exceeds the limit has no values until it succeeds, so that an alert can
 * notice the missing values and no stale ones are shown.
 */
export function openSource(
  { name, gauges, read, freshMs = 0 }: MetricsSource,
  {
    getMetric,
    now,
    log,
  }: { getMetric: <M>(definition: MetricDefinition<M>) => M; now: () => number; log: Pick<Log, 'warn'> },
): Source {
  const upGauge = getMetric(sourceUp)
  const clear = () => {
    for (const gauge of gauges.map(getMetric)) {
      gauge.reset()
      // A gauge without labels would have the value 0.
      gauge.remove({})
    }
  }
  clear()
  let readAt = Number.NEGATIVE_INFINITY
  let runningRead: Promise<boolean> | null = null
  const start = () => {
    runningRead ??= (async () => read(clear))()
      .then(
        () => true,
        error => {
          log.warn({ err: error, source: name }, 'metrics could not be read')
          return false
        },
      )
      .finally(() => {
        runningRead = null
      })
    return runningRead
  }
  return async () => {
    if (now() - readAt < freshMs) return
    const isRead = await withTimeout(start(), LIMIT_MS, false)
    upGauge.set({ source: name }, isRead ? 1 : 0)
    if (isRead) readAt = now()
    else clear()
  }
}
