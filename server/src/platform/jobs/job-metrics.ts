import { defineCounter, defineGauge, defineHistogram } from '../metrics/definitions.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { DATABASE_FRESH_MS } from '../metrics/sources.ts'
import type { JobKind, Jobs } from './jobs.ts'

const jobsInQueue = defineGauge(
  'job_queue_jobs',
  'Jobs by kind that wait, also for a retry, and that run, in all processes, as pg-boss counted them last',
  { labels: ['job', 'state'] },
)
const dueSeconds = defineGauge(
  'job_queue_due_seconds',
  'For how long the job that is next in turn has been due, by kind; 0 when none is',
  { labels: ['job'] },
)
const deadLetters = defineGauge('job_dead_letters', 'Jobs that failed in all retries, by kind', {
  labels: ['job'],
})
const attempts = defineCounter('job_attempts_total', 'Ended runs of jobs of this process, by kind', {
  labels: ['job', 'outcome'],
})
const duration = defineHistogram('job_duration_seconds', 'How long jobs of this process ran, by kind', {
  labels: ['job'],
  buckets: [0.1, 1, 10, 60, 600],
})

/** Observes a run of a batch of jobs. */
export type AttemptObserver = (
  kind: JobKind<object>,
  run: { jobs: number; seconds: number; outcome: 'completed' | 'failed' | 'dead' },
) => void

export const createAttemptObserver =
  (metrics: Metrics): AttemptObserver =>
  ({ name: job }, { jobs, seconds, outcome }) => {
    metrics.get(attempts).inc({ job, outcome }, jobs)
    metrics.get(duration).observe({ job }, seconds)
  }

/** Adds the queues to the metrics. Each kind has its series from the start, so that a first failure is a rise. */
export function measureJobs(metrics: Metrics, jobs: Jobs): void {
  for (const { name: job } of jobs.kinds)
    for (const outcome of ['completed', 'failed', 'dead']) metrics.get(attempts).inc({ job, outcome }, 0)
  metrics.get(duration)
  metrics.addSource({
    name: 'jobs',
    gauges: [jobsInQueue, dueSeconds, deadLetters],
    freshMs: DATABASE_FRESH_MS,
    async read(clear) {
      const [queues, deadLetterCounts] = await Promise.all([jobs.readQueues(), jobs.countDeadLetters()])
      clear()
      for (const { kind: job, waiting, running, dueSeconds: due } of queues) {
        metrics.get(jobsInQueue).set({ job, state: 'waiting' }, waiting)
        metrics.get(jobsInQueue).set({ job, state: 'running' }, running)
        metrics.get(dueSeconds).set({ job }, due)
      }
      for (const [job, count] of deadLetterCounts) metrics.get(deadLetters).set({ job }, count)
    },
  })
}
