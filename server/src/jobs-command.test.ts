import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { jobsCommand } from './jobs-command.ts'
import { testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'

test('RV-703 an operator lists the dead letters, sees them in the metrics, and runs them again', async () => {
  const server = await testServer({ work: false, config: { metricsToken: 'a-token-for-metrics' } })
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
  const metrics = await fetch(`${server.origin}/metrics`, {
    headers: { authorization: 'Bearer a-token-for-metrics' },
  })
  expect(await metrics.text()).toContain('job_dead_letters{job="photos.ingest"} 1')
  expect((await run('retry', 'exports.mail')).lines).toEqual(['0 jobs run again.'])
  expect((await run('retry')).lines).toEqual(['1 job runs again.'])
  expect((await run('dead')).lines).toEqual(['There are no dead letters.'])
})

test('RV-703 a command line that makes no sense is refused', () => {
  for (const words of [[], ['dead', 'all'], ['again'], ['retry', 'a', 'b']])
    expect(jobsCommand.parse(words)).toBeNull()
})
