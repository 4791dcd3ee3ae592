import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { type Context, change } from './context.ts'
import { getBrandOrigin } from './domains/brands/index.ts'
import { cleanUpPhotosJob } from './domains/photos/job-kinds.ts'
import { withContext } from './open-context.ts'
import { serve } from './serve.ts'
import { createTestStorage } from './testing/harness.ts'
import { createDatabaseSettings, POSTGRES_SETTINGS } from './testing/process-settings.ts'
import { startRole } from './testing/running-process.ts'
import { createTestFolder } from './testing/test-folder.ts'

const roles = process.env.TEST_DATABASE_URL ? ['all', 'web', 'worker', 'sftp'] : ['all']

test.each(roles)(
  'RV-708 a process of the role %s has a port for health, readiness and metrics',
  async role => {
    const { fetchPath, fetchMetrics, close } = await startRole(role)
    expect(await fetchPath('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    // No mail server listens where mails go by default.
    await expect
      .poll(() => fetchPath('/readyz'))
      .toEqual({ status: 200, text: '{"status":"degraded","mail":"unavailable"}' })
    expect((await fetchPath('/metrics')).status).toBe(401)
    const metrics = await fetchMetrics()
    expect(metrics.status).toBe(200)
    expect(metrics.text).toContain(`keepsake_build_info{role="${role}",build="build-17"} 1`)
    expect(metrics.text).toContain('keepsake_job_attempts_total{kind="photos.ingest",outcome="failed"} 0')
    expect(metrics.text).toContain('keepsake_job_queue_jobs{kind="photos.ingest",state="waiting"} 0')
    expect(metrics.text).toContain('keepsake_dependency_up{dependency="database"} 1')
    expect(metrics.text).toContain('keepsake_dependency_up{dependency="mail"} 0')
    expect(metrics.text).not.toMatch(/keepsake_metrics_source_up\{.*\} 0/)
    expect((await fetchPath('/api/photo-management/photos')).status).toBe(404)
    await close()
    await expect(fetchPath('/healthz')).rejects.toThrow('fetch failed')
  },
)

test('RV-862 links in mails lead to the port that the system has chosen', async () => {
  const { running } = await startRole('all')
  expect(running.origin).toMatch(/^http:..localhost:[1-9]/)
  expect(getBrandOrigin(running.ctx.config, defaultBrand)).toBe(running.origin)
})

test('RV-708 a process that ends is not ready from the start of the end on', async () => {
  const { fetchPath, close } = await startRole('all', { DRAIN_PAUSE_SECONDS: '1' })
  const closed = close({ isReplaced: true })
  const ready = await fetchPath('/readyz')
  expect(ready.status).toBe(503)
  expect(JSON.parse(ready.text)).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ending'),
  })
  expect((await fetchPath('/healthz')).status).toBe(200)
  await closed
})

test('RV-708 without METRICS_TOKEN the port has no metrics', async () => {
  const { fetchPath } = await startRole('all', { METRICS_TOKEN: undefined })
  expect((await fetchPath('/metrics')).status).toBe(404)
  expect((await fetchPath('/healthz')).status).toBe(200)
})

test('RV-708 runs of jobs are counted by kind and outcome', async () => {
  const { running, fetchMetrics } = await startRole('all')
  const { ctx } = running
  await change(ctx, tx => ctx.jobs.send(tx, cleanUpPhotosJob, [{}]))
  await ctx.jobs.idle()
  await expect
    .poll(async () => (await fetchMetrics()).text, { interval: 500 })
    .toMatch(/keepsake_job_attempts_total\{kind="photos.tidy",outcome="completed"\} [1-9]/)
})

describe.runIf(process.env.TEST_DATABASE_URL)('RV-882 processes of one database', () => {
  test('a process with another secret does not start and names the variable; with that of the others it does', async () => {
    const storage = await createTestStorage()
    onTestFinished(() => storage.remove())
    const start = async (secrets: Record<string, string>) => {
      const env = {
        ...createDatabaseSettings(storage),
        DATA_DIR: storage.folder,
        LOG_LEVEL: 'fatal',
        ...secrets,
      }
      const running = await serve({ ...env, PORT: '0', DRAIN_PAUSE_SECONDS: '0' }, { role: 'web' })
      await running.close()
    }
    const other = 'another-secret-that-no-process-knows-03'
    await start({})
    const error = await start({ SECRET: other }).catch(error => error)
    expect(error.problems).toEqual([
      { variable: 'SECRET', message: expect.stringContaining('other processes') },
    ])
    await start({ PREVIOUS_SECRET: other })
    await start({ SECRET: other, PREVIOUS_SECRET: storage.secret })
    await start({ SECRET: other })
    await expect(start({})).rejects.toThrow('SECRET')
  })
})

describe('RV-888 connections to the database have the name of their process', () => {
  const list = async (ctx: Pick<Context, 'db'>) => {
    const { rows } = await sql<{
      name: string
    }>`select distinct application_name as name from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`.execute(ctx.db)
    return rows.map(({ name }) => name)
  }

  test.runIf(process.env.TEST_DATABASE_URL).each(['web', 'worker', 'sftp'])('of the role %s', async role => {
    const { running } = await startRole(role)
    const names = [`keepsake-${role}`, `keepsake-${role}-jobs`, 'keepsake-watch', 'keepsake_push']
    expect(new Set(await list(running.ctx))).toEqual(new Set(names))
  })

  test.runIf(process.env.TEST_DATABASE_URL)('of a command', async () => {
    const storage = await createTestStorage()
    onTestFinished(() => storage.remove())
    const env = { ...createDatabaseSettings(storage), DATA_DIR: storage.folder, LOG_LEVEL: 'fatal' }
    let names: string[] = []
    await withContext(env, async ctx => {
      names = await list(ctx)
      return 0
    })
    expect(names).toContain('keepsake-command')
  })

  test('they send it when they open a connection', async () => {
    const { promise: startup, resolve } = Promise.withResolvers<string>()
    const server = createServer(socket =>
      socket.on('data', bytes => {
        const text = bytes.toString()
        if (text.includes('keepsake-worker')) resolve(text)
        socket.destroy()
      }),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const DATA_DIR = createTestFolder(onTestFinished)
    const DATABASE_URL = `postgres://keepsake@127.0.0.1:${(server.address() as AddressInfo).port}/keepsake`
    const env = { ...POSTGRES_SETTINGS, DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent' }
    await expect(serve(env, { role: 'worker' })).rejects.toThrow()
    expect(await startup).toContain('application_name\0keepsake-worker\0')
  })
})
