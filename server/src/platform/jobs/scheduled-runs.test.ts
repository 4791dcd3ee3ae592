import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '../../app.ts'
import { createFreshDatabase } from '../../testing/fresh-database.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { measureJobs } from './job-metrics.ts'
import { defineJob, handleJob, type Jobs } from './jobs.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { openJobs } from './pg-boss-jobs.ts'
import { parseInterval } from './scheduled-runs.ts'

const DAY_SECONDS = 86_400
const daily = defineJob('test.daily', { schedule: '17 3 * * *', retries: 0 })
const frequent = defineJob('test.frequent', { schedule: '*/10 * * * *', retries: 0 })
const log = createLog({ level: 'silent' })

let database: OpenDatabase<object>
let jobs: Jobs
let isFailing = false
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  database = await openDatabase(await createFreshDatabase(opened))
  opened.defer(() => database.close())
  await migrateJobs(database, [daily, frequent], log)
  jobs = await openJobs(database, [daily, frequent], log)
  opened.defer(() => jobs.close())
  await jobs.work({}, [
    handleJob(daily, async () => {
      if (isFailing) throw new Error('It fails')
    }),
    handleJob(frequent, async () => undefined),
  ])
})
afterAll(() => opened.disposeAsync())

async function readSeries(name: string, kind: string): Promise<number> {
  const metrics = createMetrics(log)
  measureJobs(metrics, jobs)
  const line = new RegExp(`^keepsake_scheduled_job_${name}_seconds\\{kind="${kind}"\\} (\\S+)$`, 'm')
  return Number(line.exec(await metrics.render())![1])
}

async function runDaily(state: 'completed' | 'failed'): Promise<void> {
  await transact(database.db, tx => jobs.send(tx, daily, [{}]))
  await expect
    .poll(
      async () =>
        (await database.pool.query('select state from pgboss.job order by created_on desc')).rows[0],
    )
    .toEqual({ state })
}

describe('RV-886 the metrics of a periodic job', () => {
  test('have its interval, and before its first success when it was first scheduled', async () => {
    expect(await readSeries('interval', 'test.daily')).toBe(DAY_SECONDS)
    expect(await readSeries('interval', 'test.frequent')).toBe(600)
    await database.pool.query(`update pgboss.schedule set created_on = '2026-01-01T00:00:00Z'`)
    expect(await readSeries('success_timestamp', 'test.daily')).toBe(Date.UTC(2026, 0, 1) / 1000)
  })

  test('have its latest success, which a later failure does not move', async () => {
    await runDaily('completed')
    const completedAt = await readSeries('success_timestamp', 'test.daily')
    expect(completedAt).toBeGreaterThan(Date.UTC(2026, 0, 2) / 1000)
    isFailing = true
    await runDaily('failed')
    expect(await readSeries('success_timestamp', 'test.daily')).toBe(completedAt)
  })

  test('outlive three missed runs: its finished jobs are deleted after that', async () => {
    const { rows } = await database.pool.query(
      `select name, deletion_seconds from pgboss.queue where name like 'test.%' order by name`,
    )
    expect(rows).toEqual([
      { name: 'test.daily', deletion_seconds: 3 * DAY_SECONDS },
      { name: 'test.frequent', deletion_seconds: 3600 },
    ])
  })
})

describe('RV-886 the interval of a schedule', () => {
  test('is known for every periodic job of the product', () => {
    const schedules = domains.flatMap(({ jobs: handled }) =>
      (handled ?? []).flatMap(({ kind: { schedule } }) => (schedule ? [schedule] : [])),
    )
    expect(schedules.length).toBeGreaterThan(15)
    for (const schedule of schedules)
      expect([60, 300, 600, 900, 3600, DAY_SECONDS]).toContain(parseInterval(schedule))
  })

  test.each(['17 3 * * 1', '* 3 * * *', '*/10 3 * * *', '*/0 * * * *', '0 0 1 * *', '30 * * * * *', ''])(
    'is refused where it is not the same each time: %s',
    schedule => {
      expect(() => parseInterval(schedule)).toThrow('is not known')
    },
  )
})
