import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobsCommand } from './jobs-command.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'

const TOKEN = 'a-token-for-metrics'
const server = closeAfterAll(await testServer({ work: false, config: { metricsToken: TOKEN } }))
const fetchMetrics = () =>
  fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })

// First: later the metrics have the last count of dead letters.
test('RV-703 the other metrics are served while the dead letters cannot be counted', async () => {
  await sql`alter table pgboss.job rename to unavailable`.execute(server.ctx.db)
  const metrics = await fetchMetrics()
  await sql`alter table pgboss.unavailable rename to job`.execute(server.ctx.db)
  expect(metrics.status).toBe(200)
  const text = await metrics.text()
  expect(text).toContain('keepsake_database_pool_connections{')
  expect(text).not.toContain('keepsake_job_dead_letters{')
})

test('RV-703 an operator lists the dead letters, sees them in the metrics, and runs them again', async () => {
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
  expect(await (await fetchMetrics()).text()).toContain('keepsake_job_dead_letters{kind="photos.ingest"} 1')
  expect((await run('retry', 'exports.mail')).lines).toEqual(['0 jobs run again.'])
  expect((await run('retry')).lines).toEqual(['1 job runs again.'])
  expect((await run('dead')).lines).toEqual(['There are no dead letters.'])
})

/** Two customers, one photo each, of which no worker has heard, are all that waits; `change` changes the job of one. */
async function createWaitingIngests() {
  await sql`delete from pgboss.job`.execute(server.ctx.db)
  const [anna, ben] = [await server.customer(), await server.customer()]
  for (const customer of [anna, ben]) await customer.upload('picture.jpg', await jpeg())
  const change = ({ accountId }: { accountId: string }, set: string) =>
    sql`update pgboss.job set ${sql.raw(set)} where name = 'photos.ingest' and data ->> 'accountId' = ${accountId}`.execute(
      server.ctx.db,
    )
  const waiting = async (...words: string[]) => {
    const lines: string[] = []
    const code = await jobsCommand.parse(['waiting', ...words])!(server.ctx, line => lines.push(line))
    return { code, lines }
  }
  const find = async (kind: string) => (await waiting()).lines.find(line => line.startsWith(`${kind} `))
  await sql`delete from pgboss.job where name <> 'photos.ingest'`.execute(server.ctx.db)
  return { anna, ben, change, waiting, find }
}

const AGO = (minutes: number) => `now() - interval '${minutes} min'`

test('NX-448 RV-1022 an operator sees what waits and runs of each kind, and why nothing of one runs', async () => {
  const { anna, ben, change, waiting, find } = await createWaitingIngests()
  await change(anna, `start_after = ${AGO(131)}, created_on = ${AGO(131)}`)
  expect((await waiting()).lines).toEqual([
    expect.stringMatching(/^kind +due +later +running +oldest due +attempts +last error$/),
    expect.stringMatching(
      /^photos\.ingest +2 +0 +0 +2 h 11 min +0 +no worker has fetched this kind for 2 h 11 min: operations must start one$/,
    ),
    '2 due, 0 later, 0 running, 0 dead',
  ])
  // A worker has fetched one twelve minutes ago, and failed.
  await change(
    ben,
    `state = 'retry', retry_count = 8, started_on = ${AGO(12)}, start_after = now() + interval '5 min 30 s',
      output = '{"value": {"message": "ENOSPC: no space\\nat write"}}'`,
  )
  expect(await find('photos.ingest')).toMatch(
    /1 +1 +0 +2 h 11 min +8 +no worker has fetched this kind for 12 min: operations must start one; ENOSPC: no space$/,
  )
  await change(anna, `state = 'active', started_on = now()`)
  expect(await find('photos.ingest')).toMatch(/0 +1 +1 +- +8 +ENOSPC: no space$/)
  await change(anna, `state = 'completed', completed_on = now()`)
  expect(await find('photos.ingest')).toMatch(/0 +1 +0 +- +8 +the next is due in 5 min; ENOSPC: no space$/)
  await change(ben, `state = 'completed', completed_on = now()`)
  expect(await waiting()).toEqual({ code: 0, lines: ['0 due, 0 later, 0 running, 0 dead'] })
})

test('NX-448 a worker is not missed in the half minute that it may take', async () => {
  const { anna, ben, change, find } = await createWaitingIngests()
  await change(anna, `start_after = now() - interval '25 s'`)
  expect(await find('photos.ingest')).toMatch(/2[56] s +0 +-$/)
  await change(anna, `start_after = now() - interval '31 s'`)
  expect(await find('photos.ingest')).toMatch(
    /no worker has fetched this kind for 3[1-3] s: operations must start one$/,
  )
  // One that has just ended with others behind it.
  await change(ben, `state = 'completed', started_on = now(), completed_on = now()`)
  expect(await find('photos.ingest')).toMatch(/3[1-4] s +0 +-$/)
})

test('NX-448 the jobs of a kind in the order of their turn, those of an account, and no secrets of either', async () => {
  const { anna, ben, change, waiting } = await createWaitingIngests()
  await change(anna, `created_on = ${AGO(9)}, start_after = ${AGO(9)}`)
  await change(
    ben,
    `created_on = ${AGO(4)}, start_after = ${AGO(4)}, data = data || '{"ticket": "secret-word"}'`,
  )
  const name = (accountId: string) => `photos\\.ingest photoId [-0-9a-f]+ accountId ${accountId}`
  const reason = 'photos.ingest: no worker has fetched this kind for 9 min: operations must start one'
  expect((await waiting('photos.ingest')).lines).toEqual([
    expect.stringMatching(RegExp(`^[-0-9a-f]{36} ${name(anna.accountId)}: due for 9 min$`)),
    expect.stringMatching(
      RegExp(`^[-0-9a-f]{36} ${name(ben.accountId)}: due for 4 min, behind 1 of its kind$`),
    ),
    reason,
  ])
  const ofBen = await waiting('--account', ben.accountId)
  expect(ofBen.lines).toEqual([expect.stringContaining('due for 4 min, behind 1 of its kind'), reason])
  expect(JSON.stringify(ofBen)).not.toMatch(RegExp(`secret-word|${anna.accountId}`))
  expect((await waiting('--limit', '1', 'photos.ingest')).lines).toEqual([
    expect.stringContaining(anna.accountId),
    reason,
    'At most 1 are listed: --limit shows more.',
  ])
  await change(anna, `state = 'active', started_on = now(), expire_seconds = 600`)
  expect((await waiting('photos.ingest')).lines[0]).toMatch(
    /: running since \S+Z, lease until \S+Z, 1 attempt$/,
  )
  await change(
    anna,
    `state = 'created', source_name = name, name = 'dead-letters', id = gen_random_uuid(), source_retry_count = 36,
      source_created_on = created_on, source_output = '{"message": "the store is away"}'`,
  )
  expect((await waiting('--account', anna.accountId)).lines).toEqual([
    expect.stringMatching(/ photos\.ingest .*: dead, sent \S+Z, 37 attempts, the store is away$/),
  ])
  expect((await waiting()).lines.at(-1)).toBe('1 due, 0 later, 0 running, 1 dead (keepsake jobs dead)')
  expect(await waiting('--account', server.ctx.config.build ?? 'x')).toEqual({
    code: 0,
    lines: ['No job waits, runs or is dead.'],
  })
  expect(await waiting('photos.ingets')).toEqual({
    code: 1,
    lines: ['There are no jobs of the kind photos.ingets.'],
  })
})

test('RV-703 a command line that makes no sense is refused', () => {
  for (const words of [
    [],
    ['dead', 'all'],
    ['again'],
    ['retry', 'a', 'b'],
    ['dead', '--limit', '1'],
    ['waiting', 'a', 'b'],
    ['waiting', '--limit', '0'],
    ['waiting', '--all'],
  ])
    expect(jobsCommand.parse(words)).toBeNull()
})
