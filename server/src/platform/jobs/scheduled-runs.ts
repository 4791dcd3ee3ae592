import type { Pool } from 'pg'
import type { JobKind, ScheduledRuns } from './jobs.ts'

/** Reads the latest success of each periodic kind that a worker has scheduled. */
export async function readScheduledRuns(
  pool: Pick<Pool, 'query'>,
  kinds: readonly JobKind<object>[],
): Promise<ScheduledRuns[]> {
  const cronByKind = new Map(kinds.flatMap(({ name, schedule }) => (schedule ? [[name, schedule]] : [])))
  const { rows } = await pool.query<Pick<ScheduledRuns, 'kind' | 'succeededAt'>>(SELECT_LATEST_SUCCESSES, [
    [...cronByKind.keys()],
  ])
  return rows.map(row => ({ ...row, intervalSeconds: parseInterval(cronByKind.get(row.kind)!) }))
}

/**
 * Returns the seconds between two runs of a cron expression that repeats every n minutes, hourly or daily. Throws for
 * any other one.
 */
export function parseInterval(cron: string): number {
  const [minute, hour, ...days] = cron.split(' ')
  const isDaily = days.length === 3 && days.every(each => each === '*')
  const isFixed = (field: string | undefined) => /^\d+$/.test(field!)
  if (isDaily && isFixed(minute) && isFixed(hour)) return 86_400
  if (isDaily && isFixed(minute) && hour === '*') return 3600
  const minutes = minute === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minute!)?.[1])
  if (isDaily && minutes > 0 && hour === '*') return minutes * 60
  throw new Error(`The interval of the schedule '${cron}' is not known`)
}

/**
 * Seconds for which finished jobs of a kind stay in the database: an hour, or the latest runs of a periodic kind, whose
 * age is a metric.
 */
export const getRetentionSeconds = ({ schedule }: Pick<JobKind<object>, 'schedule'>): number =>
  schedule ? Math.max(3600, 3 * parseInterval(schedule)) : 3600

/** A kind that has not succeeded for as long as its jobs are retained has the date of its schedule. */
const SELECT_LATEST_SUCCESSES = `
  select name as kind, coalesce(
    (select max(completed_on) from pgboss.job where job.name = schedule.name and state = 'completed'),
    created_on) as "succeededAt"
  from pgboss.schedule where name = any($1)`
