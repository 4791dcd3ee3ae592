import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { errorAnswer } from '#contract/errors.ts'
import { domains } from '../app.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../testing/harness.ts'

const server = closeAfterAll(await testServer({ work: false, config: { requestsPerMinute: null } }))
/** A process on the same data with a limit that few calls meet. */
const strict = closeAfterAll(await startSecondServer(server, server.ctx.blobs, { requestsPerMinute: 12 }))

const TIMELINE = '/api/photo-management/photos/timeline/2024/13'
/** An address of each kind of route, with its limit. */
const LIMITS: Record<string, number | null> = {
  [TIMELINE]: 600,
  [`${SERVICES.photoManagement}/photo-search/suggestions?text=&locale=en-GB`]: 300,
  [`${SERVICES.widgets}/v1/blockedorders/K-1`]: 60,
  '/healthz': null,
  '/readyz': null,
}

test('OP-88 AA-099 each route has its limit in a minute: 600, or what its endpoint declares', async () => {
  const declared = domains
    .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
    .filter(({ requestsPerMinute }) => requestsPerMinute !== undefined)
  expect(declared.map(({ path, requestsPerMinute }) => `${requestsPerMinute} ${path}`).toSorted()).toEqual([
    '300 /photo-search/labels',
    '300 /photo-search/photos',
    '300 /photo-search/suggestions',
    '300 /photo-search/timeline',
    '300 /photo-search/timeline/:year/:month',
    '300 /photo-search/timeline/:year/:month/index',
    '60 /photo-search/relaxations',
    '60 /v1/blockedorders/:id',
  ])
  const { token } = await server.customer()
  for (const [url, limit] of Object.entries(LIMITS)) {
    const answer = await server.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const found = answer.headers['x-ratelimit-limit']
    expect([url, found === undefined ? null : Number(found)]).toEqual([url, limit])
  }
})

test('OP-88 AA-116 RV-861 the calls of a minute and customer, then 429 with Retry-After; others are not affected', async () => {
  const [busy, calm] = [await server.customer(), await server.customer()]
  const ask = (token: string, url = TIMELINE) =>
    strict.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const statuses: number[] = []
  for (let call = 0; call < 12; call++) statuses.push((await ask(busy.token)).statusCode)
  expect(statuses).toEqual(Array(12).fill(400))
  const refused = await ask(busy.token)
  expect(refused.statusCode).toBe(429)
  expect(errorAnswer.parse(refused.json()).code).toBe('too-many-requests')
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect((await ask(calm.token)).statusCode).toBe(400)
  // The router decodes paths and ignores the origin of absolute ones (RFC 9112, 3.2.2).
  expect((await ask(busy.token, `/%61pi${TIMELINE.slice(4)}`)).statusCode).toBe(429)
  server.clock.advance(60_000)
  expect((await ask(busy.token)).statusCode).toBe(400)
})

test('AA-099 an endpoint with a limit of its own refuses by address, and only its own calls', async () => {
  const path = `${SERVICES.widgets}/v1/blockedorders/K-1`
  const ask = (url: string, remoteAddress: string) => server.app.http.inject({ url, remoteAddress })
  const statuses = await Promise.all(Array.from({ length: 60 }, () => ask(path, '198.51.100.1')))
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual(Array(60).fill(404))
  const refused = await ask(path, '198.51.100.1')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await ask(path, '198.51.100.2')).statusCode).toBe(404)
  expect((await ask('/healthz', '198.51.100.1')).statusCode).toBe(200)
})
