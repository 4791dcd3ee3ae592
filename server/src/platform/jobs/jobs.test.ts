import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFreshDatabase } from '../../testing/fresh-database.ts'
import { isProof } from '../../testing/sample.ts'
import { startUnreliableProxy } from '../../testing/unreliable-proxy.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { createLog } from '../log/log.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { defineJob, handleJob, type JobHandler, type Jobs } from './jobs.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { openJobs } from './pg-boss-jobs.ts'
import { createActiveJobsIndex, hasActiveJobsIndex } from './stale-jobs.ts'

type Numbered = { n: number }
const single = defineJob<Numbered>('test.single')
const batched = defineJob<Numbered>('test.batched', { batch: 10 })
const both = [single, batched]

let database: OpenDatabase<object>
let jobs: Jobs
let metrics: Metrics
let output: string
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  database = await openOwn(opened)
})
afterAll(() => opened.disposeAsync())
beforeEach(async () => {
  output = ''
  const log = createLog({
    level: 'info',
    destination: {
      write: line => {
        output += line
      },
    },
  })
  metrics = createMetrics(log)
  jobs = await openJobs(database, both, log, { supervisionSeconds: 2, metrics })
  // No jobs of the previous test are left.
  await database.pool.query('delete from pgboss.job')
})
afterEach(() => jobs.close())

const send = (kind: typeof single, ...numbers: number[]) =>
  transact(database.db, tx =>
    jobs.send(
      tx,
      kind,
      numbers.map(n => ({ n })),
    ),
  )
const nothing = async () => undefined
const silent = createLog({ level: 'silent' })

/** Opens a database of its own with the tables and queues. */
async function openOwn(opened: AsyncDisposableStack): Promise<OpenDatabase<object>> {
  const own = await openDatabase<object>(await createFreshDatabase(opened))
  opened.defer(() => own.close())
  await migrateJobs(own, both, silent)
  return own
}

/** Starts the workers of jobs of both kinds. */
const work = (
  queue: Jobs,
  handleSingle: JobHandler<object, Numbered> = nothing,
  handleBatch: JobHandler<object, Numbered> = nothing,
) => queue.work({}, [handleJob(single, handleSingle), handleJob(batched, handleBatch)])
/** Handles single jobs by adding their numbers to a list. */
const addTo =
  (done: number[]): JobHandler<object, Numbered> =>
  async (_ctx, [job]) =>
    void done.push(job!.n)

test('P28 a kind without a handler, or with two, is refused at start, by name', async () => {
  await expect(jobs.work({}, [handleJob(single, nothing)])).rejects.toThrow('missing test.batched, twice -')
  const twice = [handleJob(single, nothing), handleJob(batched, nothing), handleJob(single, nothing)]
  await expect(jobs.work({}, twice)).rejects.toThrow('missing -, twice test.single')
})

describe('P28 jobs', () => {
  test('one that is sent by a process that does not work itself waits for one that does; none is sent for an empty list', async () => {
    await send(single)
    expect(await jobs.pending(single)).toBe(0)
    await send(single, 1)
    expect(await jobs.pending(single)).toBe(1)
    const done: number[] = []
    await work(jobs, addTo(done))
    await jobs.idle()
    expect(done).toEqual([1])
    expect(await jobs.pending(single)).toBe(0)
  })

  test('one of a transaction that was rolled back never runs; one that was committed runs at once', async () => {
    const done: number[] = []
    await work(jobs, addTo(done))
    const broken = transact(database.db, async tx => {
      await jobs.send(tx, single, [{ n: 1 }])
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    const sent = performance.now()
    await send(single, 2)
    await expect.poll(() => done, { interval: 10 }).toEqual([2])
    // Woken at commit: a worker that only polls would need up to two seconds for each of them.
    for (let n = 3; n < 13; n++) {
      await send(single, n)
      await expect.poll(() => done, { interval: 10 }).toContain(n)
    }
    expect(performance.now() - sent).toBeLessThan(19_000)
    await jobs.idle()
    expect(done).not.toContain(1)
    const { rows } = await database.pool.query(`select data from pgboss.job where name = 'test.single'`)
    expect(rows.map(row => row.data.n).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  test('one that fails is logged and tried again, until it is done', async () => {
    let attempts = 0
    const failing = async () => {
      attempts++
      if (attempts < 3) throw new Error(`attempt ${attempts} failed`)
    }
    await work(jobs, failing)
    await send(single, 1)
    await expect.poll(() => attempts, { interval: 20 }).toBe(3)
    await jobs.idle()
    const { rows } = await database.pool.query(
      `select state, retry_count from pgboss.job where name = 'test.single'`,
    )
    expect(rows).toMatchObject([{ state: 'completed' }])
    expect(output).toContain('attempt 1 failed')
    expect(output.match(/it will be retried/g)).toHaveLength(2)
  })

  test('one that fails does not keep the others waiting', async () => {
    const done: number[] = []
    const handler = async (_ctx: object, [job]: Numbered[]) => {
      if (job!.n === 1) throw new Error('poison')
      done.push(job!.n)
    }
    await work(jobs, handler)
    await send(single, 1, 2, 3)
    await expect.poll(() => done.toSorted(), { interval: 20 }).toEqual([2, 3])
  })

  test('RV-703 one that fails for good is a dead letter with an error in the log, until an operator retries it', async () => {
    let isAway = true
    const done: number[] = []
    const handler = async (_ctx: object, [job]: Numbered[]) => {
      if (isAway) throw new Error('the store is away')
      done.push(job!.n)
    }
    await work(jobs, handler)
    await send(single, 7)
    const { pool } = database
    // As after all retries but the last one.
    const hurry = `update pgboss.job set start_after = now(), retry_count = retry_limit - 1
      where name = 'test.single' and state = 'retry'`
    await expect
      .poll(() => pool.query(hurry).then(() => jobs.countDeadLetters()))
      .toEqual(new Map([['test.single', 1]]))
    expect(output).toMatch(/"level":50.*"code":"job-dead".*it is a dead letter now/)
    expect(await metrics.render()).toMatch(/outcome="dead"[^}]*\} 1\n/)
    expect(await jobs.listDeadLetters(10)).toMatchObject([
      { kind: 'test.single', payload: { n: 7 }, attempts: single.retries + 1, error: 'the store is away' },
    ])
    isAway = false
    expect(await jobs.retryDeadLetters('test.batched')).toBe(0)
    expect(await jobs.retryDeadLetters()).toBe(1)
    await expect.poll(() => done).toEqual([7])
    expect(await jobs.listDeadLetters(10)).toEqual([])
  })

  test('RV-703 dead letters that no handler has reported are an error in the log, too', async () => {
    await send(single, 1, 2)
    await database.pool.query(`update pgboss.job set name = 'dead-letters', source_name = name`)
    await work(jobs)
    await expect
      .poll(() => output)
      .toMatch(/"level":50.*"code":"jobs-dead","jobs":2,"kinds":\{"test\.single":2\}/)
  })

  test('RV-703 retries take half a day, at most half an hour apart', async () => {
    const failing = async () => Promise.reject(new Error('the store is away'))
    await work(jobs, failing)
    await send(single, 1)
    const { pool } = database
    // As after 20 retries: from the 11th on the pause no longer grows.
    const hurry = `update pgboss.job set start_after = now(), retry_count = 20
      where name = 'test.single' and state = 'retry' and retry_count < 20`
    const nextRetry = async () => {
      await pool.query(hurry)
      const { rows } = await pool.query<{ minutes: number }>(
        `select extract(epoch from start_after - now())::float8 / 60 as minutes from pgboss.job
         where name = 'test.single' and state = 'retry' and retry_count > 20`,
      )
      return rows[0]?.minutes ?? 0
    }
    await expect.poll(nextRetry).toBeGreaterThan(29)
    expect(await nextRetry()).toBeLessThanOrEqual(30)
    expect((single.retries - 11) / 2).toBeGreaterThanOrEqual(12)
  })

  test('many come in batches, each once, and the next batch without a pause', async () => {
    const batches: number[][] = []
    await work(jobs, nothing, async (_ctx, payloads) => void batches.push(payloads.map(({ n }) => n)))
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    const sent = performance.now()
    await send(batched, ...numbers)
    await jobs.idle()
    expect(batches.flat().sort((a, b) => a - b)).toEqual(numbers)
    expect(Math.max(...batches.map(batch => batch.length))).toBe(10)
    // 20 batches, one at each poll (every two seconds), would take 40 s.
    expect(performance.now() - sent).toBeLessThan(38_000)
  })

  test('what was done more than an hour ago is forgotten within minutes', async () => {
    await work(jobs)
    await send(single, 1)
    await send(batched, 2)
    await jobs.idle()
    const { pool } = database
    await pool.query(
      `update pgboss.job set completed_on = now() - interval '61 minutes' where name = 'test.single'`,
    )
    await pool.query(`update pgboss.queue set maintain_on = now() - interval '11 minutes'`)
    const left = async () => {
      const { rows } = await pool.query<{ name: string }>(
        `select distinct name from pgboss.job where name like 'test.%'`,
      )
      return rows.map(({ name }) => name)
    }
    await expect.poll(left).toEqual(['test.batched'])
  })

  test('RV-717 P28 one whose worker sends no heartbeat any more is found by the poll and retried', async () => {
    const dead = Promise.withResolvers<void>()
    let attempts = 0
    await using slow = new AsyncDisposableStack()
    const open = async () => {
      const worker = await openJobs(database, both, silent, { supervisionSeconds: 600 })
      slow.defer(() => worker.close())
      return worker
    }
    const [first, second] = [await open(), await open()]
    slow.defer(() => dead.resolve())
    const handler = async () => {
      attempts++
      if (attempts === 1) await dead.promise
    }
    await work(first, handler)
    await send(single, 1)
    await expect.poll(() => attempts, { interval: 20 }).toBe(1)
    await work(second, handler)
    // As ten seconds after its worker has died. The same kind may have been supervised in the last two seconds.
    await database.pool.query(
      `update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'test.single' and state = 'active'`,
    )
    await expect.poll(() => attempts, { interval: 20 }).toBe(2)
  })

  test('running ones are notified when the process closes, and finish', async () => {
    const began = Promise.withResolvers<void>()
    let finished = false
    const slow = async (_ctx: object, _jobs: Numbered[], signal: AbortSignal) => {
      began.resolve()
      await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
      finished = true
    }
    await work(jobs, slow)
    await send(single, 1)
    await began.promise
    await jobs.close()
    expect(finished).toBe(true)
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'RV-717 a process that only sends has at most one connection to the queue, and a worker of another process gets its jobs',
  async () => {
    await using opened = new AsyncDisposableStack()
    const own = await openOwn(opened)
    const sending = await openJobs(own, both, silent, { isWorker: false })
    opened.defer(() => sending.close())
    const count = async () => {
      const { rows } = await own.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and application_name = 'keepsake-jobs'`,
      )
      return rows[0]!.count
    }
    expect(await count()).toBeLessThanOrEqual(1)
    const working = await openJobs(own, both, silent)
    opened.defer(() => working.close())
    const done: number[] = []
    await work(working, addTo(done))
    await transact(own.db, tx => sending.send(tx, single, [{ n: 5 }]))
    await expect.poll(() => done).toEqual([5])
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'RV-706 several processes create the index of running jobs at the same moment',
  async () => {
    await using opened = new AsyncDisposableStack()
    const own = await openOwn(opened)
    for (let i = 0; i < 10; i++) {
      await own.pool.query('drop index pgboss.keepsake_active_jobs')
      expect(await hasActiveJobsIndex(own.pool)).toBe(false)
      await Promise.all(Array.from({ length: 4 }, () => createActiveJobsIndex(own.pool)))
      expect(await hasActiveJobsIndex(own.pool)).toBe(true)
    }
  },
)

test.runIf(isProof && process.env.TEST_DATABASE_URL)(
  'P8 P28 workers go on by themselves when the answers they wait for got lost',
  async () => {
    await using opened = new AsyncDisposableStack()
    const location = await createFreshDatabase(opened)
    const proxy = await startUnreliableProxy(new URL((location as { url: string }).url))
    const behind = await openDatabase<object>({ url: proxy.url }, { beatMs: 100 })
    await migrateJobs(behind, both, silent)
    const working = await openJobs(behind, both, silent, { answerWithinMs: 500 })
    const done: number[] = []
    await work(working, addTo(done))
    const sendBehind = (n: number) => transact(behind.db, tx => working.send(tx, single, [{ n }]))
    await sendBehind(1)
    await expect.poll(() => done).toEqual([1])
    proxy.stallOpenConnections()
    // The first calls fail until the silence is noticed.
    await expect.poll(() => sendBehind(2).then(() => 'sent', String)).toBe('sent')
    await expect.poll(() => done).toContain(2)
    proxy.close()
    await working.close()
    await behind.close()
  },
)
