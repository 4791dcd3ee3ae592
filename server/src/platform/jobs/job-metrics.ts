import { defineCounter, defineGauge, defineHistogram } from '../metrics/definitions.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { DATABASE_FRESH_MS } from '../metrics/sources.ts'
import type { JobKind, Jobs } from './jobs.ts'

const jobsInQueue = defineGauge(
  'job_queue_jobs',
  'Jobs by kind that wait, also for a retry, and that run, in all processes, as pg-boss counted them last',
  { labels: ['kind', 'state'] },
)
const dueSeconds = defineGauge(
  'job_queue_due_seconds',
  'For how long the job that is next in turn has been due, by kind; 0 when none is',
  { labels: ['kind'] },
)
const deadLetters = defineGauge('job_dead_letters', 'Jobs that failed in all retries, by kind', {
  labels: ['kind'],
})
const succeededAt = defineGauge(
  'scheduled_job_success_timestamp_seconds',
  'When a periodic job last succeeded in any process; before its first success, when it was first scheduled',
  { labels: ['kind'] },
)
const interval = defineGauge('scheduled_job_interval_seconds', 'How often a periodic job is due', {
  labels: ['kind'],
})
const attempts = defineCounter('job_attempts_total', 'Ended runs of jobs of this process, by kind', {
  labels: ['kind', 'outcome'],
})
const duration = defineHistogram('job_duration_seconds', 'How long jobs of this process ran, by kind', {
  labels: ['kind'],
  buckets: [0.1, 1, 10, 60, 600],
})

/** Observes a run of a batch of jobs. */
export type AttemptObserver = (
  kind: JobKind<object>,
  run: { jobs: number; seconds: number; outcome: 'completed' | 'failed' | 'dead' },
) => void

export const createAttemptObserver =
  (metrics: Metrics): AttemptObserver =>
  ({ name: kind }, { jobs, seconds, outcome }) => {
    metrics.get(attempts).inc({ kind, outcome }, jobs)
    metrics.get(duration).observe({ kind }, seconds)
  }

/** Adds the queues to the metrics. Each kind has its series from the start, so that a first failure is a rise. */
export function measureJobs(metrics: Metrics, jobs: Jobs): void {
  for (const { name: kind } of jobs.kinds)
    for (const outcome of ['completed', 'failed', 'dead']) metrics.get(attempts).inc({ kind, outcome }, 0)
  metrics.get(duration)
  metrics.addSource({
    name: 'jobs',
    gauges: [jobsInQueue, dueSeconds, deadLetters, succeededAt, interval],
    freshMs: DATABASE_FRESH_MS,
    async read(clear) {
      const [queues, deadLetterCounts, runs] = await Promise.all([
        jobs.readQueues(),
        jobs.countDeadLetters(),
        jobs.readScheduledRuns(),
      ])
      clear()
      for (const { kind, waiting, running, dueSeconds: due } of queues) {
        metrics.get(jobsInQueue).set({ kind, state: 'waiting' }, waiting)
        metrics.get(jobsInQueue).set({ kind, state: 'running' }, running)
        metrics.get(dueSeconds).set({ kind }, due)
      }
      for (const [kind, count] of deadLetterCounts) metrics.get(deadLetters).set({ kind }, count)
      for (const { kind, succeededAt: at, intervalSeconds } of runs) {
        metrics.get(succeededAt).set({ kind }, at.getTime() / 1000)
        metrics.get(interval).set({ kind }, intervalSeconds)
      }
    },
  })
}
