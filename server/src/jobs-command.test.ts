import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { jobsCommand } from './run-command.ts'
import { type TestServer, testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'

const TOKEN = 'a-token-for-metrics'
const fetchMetrics = ({ origin }: TestServer) =>
  fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })

test('RV-703 an operator lists the dead letters, sees them in the metrics, and runs them again', async () => {
  const server = await testServer({ work: false, config: { metricsToken: TOKEN } })
  onTestFinished(() => server.close())
  const run = async (...words: string[]) => {
    const lines: string[] = []
    const code = await jobsCommand.parse(words)!(server.ctx, line => lines.push(line))
    return { code, lines }
  }
  expect(await run('dead')).toEqual({ code: 0, lines: ['There are no dead letters.'] })
  const customer = await server.customer()
  await customer.upload('picture.jpg', await jpeg())
  await sql`update pgboss.job set name = 'dead-letters', source_name = name, source_root_id = id, id = gen_random_uuid(),
    source_created_on = created_on, source_retry_count = 36, source_output = '{"message":"the store is away"}'
    where name = 'photos.ingest'`.execute(server.ctx.db)
  const { code, lines } = await run('dead')
  expect(code).toBe(0)
  expect(lines).toEqual([
    expect.stringMatching(/^\d{4}-\S+Z photos\.ingest \{.*"photoId".*\}: 37 attempts, the store is away$/),
    'Dead letters: 1 of photos.ingest',
  ])
  expect(await (await fetchMetrics(server)).text()).toContain(
    'keepsake_job_dead_letters{kind="photos.ingest"} 1',
  )
  expect((await run('retry', 'exports.mail')).lines).toEqual(['0 jobs run again.'])
  expect((await run('retry')).lines).toEqual(['1 job runs again.'])
  expect((await run('dead')).lines).toEqual(['There are no dead letters.'])
})

test('RV-703 the other metrics are served while the dead letters cannot be counted', async () => {
  const server = await testServer({ work: false, config: { metricsToken: TOKEN } })
  onTestFinished(() => server.close())
  await sql`alter table pgboss.job rename to unavailable`.execute(server.ctx.db)
  const metrics = await fetchMetrics(server)
  await sql`alter table pgboss.unavailable rename to job`.execute(server.ctx.db)
  expect(metrics.status).toBe(200)
  const text = await metrics.text()
  expect(text).toContain('keepsake_database_pool_connections{')
  expect(text).not.toContain('keepsake_job_dead_letters{')
})

test('RV-703 a command line that makes no sense is refused', () => {
  for (const words of [[], ['dead', 'all'], ['again'], ['retry', 'a', 'b']])
    expect(jobsCommand.parse(words)).toBeNull()
})
