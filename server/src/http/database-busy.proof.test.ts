import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createAlbum, getAlbums } from '#contract/albums.ts'
import { CLIENT_ID, deriveClientSecret } from '../domains/identity/provider/client.ts'
import { createDatabaseLimits, type DatabaseLimits, type PostgresLocation } from '../platform/db/database.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import { STATEMENT_LIMITS } from '../platform/time-limits.ts'
import type { Client } from '../testing/client.ts'
import { createTestStorage, type TestServer, testServer } from '../testing/harness.ts'
import { holdConnections } from '../testing/hold-connections.ts'
import { hasPgBouncer, startPgBouncer } from '../testing/pgbouncer.ts'

/** Far longer than any statement of the tests takes on a busy machine. */
const LONG_MS = 120_000
const READ = { statementMs: LONG_MS, lockMs: LONG_MS, appliesToSingleStatements: false }

let opened = new AsyncDisposableStack()
afterEach(async () => {
  await opened.disposeAsync()
  opened = new AsyncDisposableStack()
})

const TIMELINE = '/api/photo-management/users/timeline'
const status = async (customer: Client, path: string) => {
  const answer = await customer.fetch(path)
  await answer.text()
  return answer.status
}

/** What a customer receives whose call needs what is missing. */
const UNAVAILABLE = { status: 503, retryAfter: '5', code: 'unavailable' }
async function describeAnswer(answer: Response) {
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), code }
}

test('RV-881 an exhausted pool is busy, not away: 503 in bounded time, ready, and pages without the database go on', async () => {
  const server = await testServer({
    databaseLimits: { byClass: STATEMENT_LIMITS, defaultClass: 'read', poolWaitMs: 2_000 },
    config: { rateLimits: false },
  })
  opened.defer(() => server.close())
  const customer = await server.customer()
  const release = holdConnections(server)
  opened.defer(release)
  await expect.poll(async () => describeAnswer(await customer.send(getAlbums))).toEqual(UNAVAILABLE)
  const ready = await fetch(`${server.origin}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'degraded', database: 'busy' }),
  ])
  expect((await fetch(`${server.origin}/config.json`)).status).toBe(200)
  await release()
  await expect.poll(() => status(customer, TIMELINE)).toBe(200)
})

test('RV-885 every door answers 503 with Retry-After while the database serves nobody, and logs the reason in one line', async () => {
  const { log, output, clearOutput } = createRecordingLog()
  const server = await testServer({
    log,
    databaseLimits: { byClass: STATEMENT_LIMITS, defaultClass: 'read', poolWaitMs: 2_000 },
    config: { rateLimits: false },
    work: false,
  })
  opened.defer(() => server.close())
  const customer = await server.customer()
  const location = (await customer.createUpload('a.jpg', 10)).headers.get('location')!
  const release = holdConnections(server)
  opened.defer(release)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const page = { accept: 'text/html' }
  const authorizationRequest = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: `${server.origin}/auth/callback`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'z'.repeat(43),
    code_challenge_method: 'S256',
  })
  const authorization = `Basic ${btoa(`${CLIENT_ID}:${deriveClientSecret(server.ctx)}`)}`
  const body = `grant_type=authorization_code&code=${'x'.repeat(43)}&redirect_uri=${server.origin}/auth/callback&code_verifier=${'y'.repeat(43)}`
  const doors: [string, string, RequestInit][] = [
    ['/identity/auth', `/identity/auth?${authorizationRequest}`, { headers: page }],
    ['/identity/token', '/identity/token', { method: 'POST', headers: { ...form, authorization }, body }],
    ['/api/uploads/files/:id', new URL(location, server.origin).pathname, { method: 'HEAD' }],
    ['/api/photo-management/users/timeline', TIMELINE, {}],
  ]
  for (const [what, path, init] of doors) {
    clearOutput()
    const call = () =>
      what.startsWith('/identity')
        ? fetch(server.origin + path, { redirect: 'manual', ...init })
        : customer.fetch(path, { ...init, headers: { 'tus-resumable': '1.0.0' } })
    await expect
      .poll(async () => {
        const answer = await call()
        await answer.text()
        return [what, answer.status, answer.headers.get('retry-after')]
      })
      .toEqual([what, 503, '5'])
    const lines = () =>
      output()
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as { level: number; status?: number; reason?: string })
        .filter(({ status }) => status === 503)
    await expect.poll(lines).not.toEqual([])
    for (const { level, reason } of lines())
      expect([level, reason]).toEqual([50, expect.stringContaining('DatabaseBusyError: ')])
  }
  await release()
  await expect.poll(() => status(customer, TIMELINE)).toBe(200)
})

const { TEST_DATABASE_URL } = process.env

describe.runIf(TEST_DATABASE_URL)('with a PostgreSQL server', () => {
  async function start(
    byClass: Partial<DatabaseLimits['byClass']>,
    toLocation: (location: PostgresLocation) => Promise<PostgresLocation> = async location => location,
  ): Promise<{ server: TestServer; customer: Client; admin: pg.Client }> {
    const storage = await createTestStorage()
    opened.defer(() => storage.remove())
    const direct = storage.location as PostgresLocation
    const location = await toLocation(direct)
    const server = await testServer({
      storage: { ...storage, location },
      config: { rateLimits: false },
      databaseLimits: {
        ...createDatabaseLimits(location, 'read'),
        byClass: { ...STATEMENT_LIMITS, read: READ, write: READ, ...byClass },
        poolWaitMs: LONG_MS,
      },
    })
    opened.defer(() => server.close())
    const admin = new pg.Client({ connectionString: direct.directUrl ?? direct.url })
    await admin.connect()
    opened.defer(() => admin.end())
    return { server, customer: await server.customer(), admin }
  }

  test('RV-881 a locked table refuses with 503 the calls that need it, 40 at once, and none of the others', async () => {
    const { server, customer, admin } = await start({ read: { ...READ, lockMs: 300 } })
    await admin.query('begin; lock table albums in access exclusive mode')
    const blocked = Array.from({ length: 40 }, async () => describeAnswer(await customer.send(getAlbums)))
    const others = Array.from({ length: 40 }, () => status(customer, TIMELINE))
    expect(await Promise.all(others)).toEqual(Array(40).fill(200))
    expect(await Promise.all(blocked)).toEqual(Array(40).fill(UNAVAILABLE))
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    await admin.query('rollback')
    await expect.poll(async () => (await customer.send(getAlbums)).status).toBe(200)
  })

  const SLEEP = `create function sleep() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end'`
  const ON_ALBUMS = 'create trigger sleep before insert on albums for each row execute function sleep()'

  test('RV-881 50 statements that take too long are ended, nothing of them is stored, and the others go on', async () => {
    const { customer, admin } = await start({ write: { ...READ, statementMs: 500 } })
    await admin.query(`${SLEEP}; ${ON_ALBUMS}`)
    const create = () => customer.send(createAlbum, { body: { name: 'Oslo' } })
    const slow = Array.from({ length: 50 }, async () => describeAnswer(await create()))
    expect(await Promise.all(Array.from({ length: 20 }, () => status(customer, TIMELINE)))).toEqual(
      Array(20).fill(200),
    )
    expect(await Promise.all(slow)).toEqual(Array(50).fill(UNAVAILABLE))
    await admin.query('drop trigger sleep on albums')
    expect((await customer.call(getAlbums)).albums).toEqual([])
    expect((await create()).status).toBe(201)
    expect((await customer.call(getAlbums)).albums).toHaveLength(1)
  })

  test.runIf(hasPgBouncer())(
    'RV-881 the limits hold behind a pooler in transaction mode: of a transaction by its BEGIN, of a statement by the session',
    async () => {
      const write = { ...READ, statementMs: 700 }
      const { customer, admin } = await start({ write }, async ({ url, directUrl = url }) => ({
        url: await startPgBouncer(directUrl, opened, [], "connect_query='set lock_timeout = 300'"),
        directUrl,
        preparesStatements: false,
      }))
      await admin.query('begin; lock table albums in access exclusive mode')
      expect(await describeAnswer(await customer.send(getAlbums))).toEqual(UNAVAILABLE)
      expect(await status(customer, TIMELINE)).toBe(200)
      await admin.query('rollback')
      await admin.query(`${SLEEP}; ${ON_ALBUMS}`)
      expect(await describeAnswer(await customer.send(createAlbum, { body: { name: 'Oslo' } }))).toEqual(
        UNAVAILABLE,
      )
      await admin.query('drop trigger sleep on albums')
      expect((await customer.send(createAlbum, { body: { name: 'Oslo' } })).status).toBe(201)
    },
  )
})
