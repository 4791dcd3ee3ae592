import type { LogEvent } from 'kysely'
import type pg from 'pg'
import { defineCounter, defineGauge, defineHistogram } from '../metrics/definitions.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ConnectionQueue } from './connection-queue.ts'
import { isDatabaseFull, isDatabaseUnavailable } from './error-codes.ts'

const connections = defineGauge(
  'database_pool_connections',
  'Connections of the pool that are in use and idle, and callers that wait for one',
  { labels: ['state'] },
)
const connectDuration = defineHistogram('database_connect_seconds', 'Time until a caller had a connection', {
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
})
const connectFailures = defineCounter('database_connect_failures_total', 'Callers that got no connection')
const REASONS = ['unavailable', 'full', 'locked', 'slow', 'constraint', 'other'] as const
const queryErrors = defineCounter('database_query_errors_total', 'Statements that failed, by reason', {
  labels: ['reason'],
  initial: REASONS.map(reason => ({ reason })),
})

/** Adds the pool to the metrics. */
export function measurePool(metrics: Metrics, pool: pg.Pool, queue: ConnectionQueue): void {
  metrics.get(connectDuration)
  metrics.get(connectFailures)
  metrics.get(queryErrors)
  metrics.addSource({
    name: 'database-pool',
    gauges: [connections],
    read() {
      const gauge = metrics.get(connections)
      gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      gauge.set({ state: 'idle' }, pool.idleCount)
      gauge.set({ state: 'waiting' }, pool.waitingCount + queue.countWaiting())
    },
  })
}

/** Measures the time until a connection was acquired. */
export function observeConnecting(metrics: Metrics) {
  return async (client: Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
    const end = metrics.get(connectDuration).startTimer()
    try {
      return await client
    } catch (error) {
      metrics.get(connectFailures).inc()
      throw error
    } finally {
      end()
    }
  }
}

/** Counts failed statements of Kysely by their reason. */
export function observeQueryErrors(metrics: Metrics): (event: LogEvent) => void {
  return event => {
    if (event.level === 'error') metrics.get(queryErrors).inc({ reason: getReason(event.error) })
  }
}

function getReason(error: unknown): (typeof REASONS)[number] {
  if (isDatabaseUnavailable(error)) return 'unavailable'
  if (isDatabaseFull(error)) return 'full'
  const { code } = (error ?? {}) as { code?: unknown }
  // Deadlocks, serialization failures and lock time-outs: most are retried.
  if (code === '40P01' || code === '40001' || code === '55P03') return 'locked'
  if (code === '57014') return 'slow'
  return typeof code === 'string' && code.startsWith('23') ? 'constraint' : 'other'
}
