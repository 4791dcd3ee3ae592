import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { change } from './context.ts'
import { cleanUpPhotosJob } from './domains/photos/job-kinds.ts'
import { serve } from './serve.ts'
import { freshDatabase } from './testing/fresh-database.ts'

const METRICS_TOKEN = 'the-token-of-the-metrics-of-this-process'

/** Starts a process of a role as the command does, with a management port. */
async function start(role: string, more: Record<string, string | undefined> = {}) {
  const opened = new AsyncDisposableStack()
  onTestFinished(() => opened.disposeAsync())
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'keepsake-serve-'))
  opened.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
  const location = role === 'all' ? null : await freshDatabase(opened)
  const env = {
    DATA_DIR,
    PORT: '0',
    SFTP_PORT: '0',
    METRICS_PORT: '0',
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
    BUILD: 'build-17',
    DRAIN_PAUSE_SECONDS: '0',
    ...(location && 'url' in location ? { DATABASE_URL: location.url } : {}),
    ...more,
  }
  const running = await serve(env, { role })
  let closed: Promise<void> | undefined
  const close: typeof running.close = options => {
    closed ??= running.close(options)
    return closed
  }
  opened.defer(() => close())
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${running.managementPort}${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  return { running, ask, close }
}

const authorization = `Bearer ${METRICS_TOKEN}`
const roles = process.env.TEST_DATABASE_URL ? ['all', 'web', 'worker', 'sftp'] : ['all']

test.each(roles)(
  'RV-708 a process of the role %s has a port for health, readiness and metrics',
  async role => {
    const { ask, close } = await start(role)
    expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    // No mail server listens where mails go by default.
    expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"degraded","mail":"unavailable"}' })
    expect((await ask('/metrics')).status).toBe(401)
    const metrics = await ask('/metrics', { authorization })
    expect(metrics.status).toBe(200)
    expect(metrics.text).toContain(`keepsake_build_info{role="${role}",build="build-17"} 1`)
    expect(metrics.text).toContain('job_attempts_total{job="photos.ingest",outcome="failed"} 0')
    expect(metrics.text).toContain('job_queue_jobs{job="photos.ingest",state="waiting"} 0')
    expect(metrics.text).toContain('dependency_up{dependency="database"} 1')
    expect(metrics.text).toContain('dependency_up{dependency="mail"} 0')
    expect(metrics.text).not.toMatch(/metrics_source_up\{.*\} 0/)
    expect((await ask('/api/photo-management/photos')).status).toBe(404)
    await close()
    await expect(ask('/healthz')).rejects.toThrow('fetch failed')
  },
  120_000,
)

test('RV-708 a process that ends is not ready from the start of the end on', async () => {
  const { ask, close } = await start('all', { DRAIN_PAUSE_SECONDS: '1' })
  const closed = close({ isReplaced: true })
  const ready = await ask('/readyz')
  expect(ready.status).toBe(503)
  expect(JSON.parse(ready.text)).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ending'),
  })
  expect((await ask('/healthz')).status).toBe(200)
  await closed
})

test('RV-708 without METRICS_TOKEN the port has no metrics', async () => {
  const { ask } = await start('all', { METRICS_TOKEN: undefined })
  expect((await ask('/metrics')).status).toBe(404)
  expect((await ask('/healthz')).status).toBe(200)
})

test('RV-708 runs of jobs are counted by kind and outcome', async () => {
  const { running, ask } = await start('all')
  const { ctx } = running
  await change(ctx, tx => ctx.jobs.send(tx, cleanUpPhotosJob, [{}]))
  await ctx.jobs.idle()
  await expect
    .poll(async () => (await ask('/metrics', { authorization })).text, { timeout: 30_000, interval: 500 })
    .toMatch(/job_attempts_total\{job="photos.tidy",outcome="completed"\} [1-9]/)
})
