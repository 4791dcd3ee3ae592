import { describe, expect, test } from 'vitest'
import { authenticate } from '../domains/identity/index.ts'
import { AUTHORIZATION_LIMIT_PER_IP } from '../domains/identity/sign-in/rate-limits.ts'
import { readConfig } from '../platform/config/config.ts'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../testing/harness.ts'
import { createApp } from './app.ts'

const METRICS_TOKEN = 'a-token-of-the-metrics-in-these-tests'
const CLIENT = '203.0.113.9'
const PROXY = '10.1.2.3'
const server = closeAfterAll(await testServer({ work: false }))

/** An app that answers with the client's address and the host that it determined; a public origin implies no trust. */
async function appBehind(trustedProxies: TrustedProxies) {
  const config = { ...server.ctx.config, publicOrigin: 'https://own.example', trustedProxies }
  const ctx = { ...server.ctx, config }
  const mount = (app: Awaited<ReturnType<typeof createApp>>['http']) =>
    void app.get('/probe', { config: { policy: 'public' } }, request => ({
      ip: request.ip,
      host: request.host,
    }))
  const { http } = await createApp(ctx, [{ name: 'probe', mount }], authenticate(ctx))
  return (remoteAddress: string, forwardedFor: string, forwardedHost = 'other.example') =>
    http
      .inject({
        url: '/probe',
        remoteAddress,
        headers: {
          host: 'own.example',
          'x-forwarded-for': forwardedFor,
          'x-forwarded-host': forwardedHost,
        },
      })
      .then(answer => answer.json() as { ip: string; host: string })
}

describe('RV-304 the address of the client', () => {
  test('is that of the connection without trusted proxies, whatever the headers say', async () => {
    const ask = await appBehind({ networks: [] })
    expect(await ask(CLIENT, '127.0.0.1')).toEqual({ ip: CLIENT, host: 'own.example' })
  })

  test('is the rightmost one that is no trusted proxy', async () => {
    const ask = await appBehind({ networks: ['10.0.0.0/8', '2001:db8::/32'] })
    expect(await ask(PROXY, `127.0.0.1, ${CLIENT}`)).toEqual({ ip: CLIENT, host: 'other.example' })
    expect((await ask(PROXY, `127.0.0.1, ${CLIENT}, 10.9.9.9`)).ip).toBe(CLIENT)
    expect((await ask('2001:db8::1', `10.0.0.1, ${CLIENT}`)).ip).toBe(CLIENT)
    expect((await ask(`::ffff:${PROXY}`, `127.0.0.1,${CLIENT}`)).ip).toBe(CLIENT)
  })

  test('of a client that comes past the proxies is its own, and its forwarded host does not count', async () => {
    const ask = await appBehind({ networks: ['10.0.0.0/8'] })
    expect(await ask(CLIENT, '127.0.0.1')).toEqual({ ip: CLIENT, host: 'own.example' })
  })

  test('is counted from the right by the number of hops', async () => {
    const ask = await appBehind({ hops: 2 })
    expect((await ask(PROXY, `127.0.0.1, ${CLIENT}, 198.51.100.7`)).ip).toBe(CLIENT)
  })

  test.each([
    ['', { networks: [] }],
    ['2', { hops: 2 }],
    [' 10.0.0.0/8, ::1 ,loopback', { networks: ['10.0.0.0/8', '::1', 'loopback'] }],
  ])('is configured by %j', (TRUSTED_PROXIES, expected) =>
    expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual(expected),
  )

  test.each(['balancer.example', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'true', '10'])(
    'is not configured by %j',
    TRUSTED_PROXIES => expect(() => readConfig({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES'),
  )
})

describe('RV-304 limits by address', () => {
  test('RV-310 hold for anonymous authorization requests, whatever a client adds to its address', async () => {
    const trustedProxies = { networks: ['10.0.0.0/8'] }
    const behind = closeAfterAll(await startSecondServer(server, server.ctx.blobs, { trustedProxies }))
    const ask = (client: string, i: number, path = 'auth') =>
      behind.app.http.inject({
        url: `/identity/${path}?client_id=keepsake-web&i=${i}`,
        remoteAddress: PROXY,
        headers: { host: 'localhost', 'x-forwarded-for': `198.51.100.${i % 200}, ${client}` },
      })
    expect((await ask(CLIENT, 0)).statusCode).not.toBe(429)
    const { numUpdatedRows } = await behind.ctx.db
      .updateTable('rate_counts')
      .set({ count: AUTHORIZATION_LIMIT_PER_IP.max - 2 })
      .where('key', 'like', `${AUTHORIZATION_LIMIT_PER_IP.name}:%`)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
    const refused: number[] = []
    for (let i = 1; i <= 5; i++) if ((await ask(CLIENT, i)).statusCode === 429) refused.push(i)
    expect(refused).toEqual([3, 4, 5])
    for (const path of ['auth/', 'AUTH', 'session/end'])
      expect((await ask(CLIENT, 0, path)).statusCode).toBe(429)
    const answer = await ask(CLIENT, 0)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('203.0.113.10', 0)).statusCode).not.toBe(429)
    server.clock.advance(15 * 60_000 + 60_000)
    expect((await ask(CLIENT, 0)).statusCode).not.toBe(429)
  })
})

describe('RV-304 the metrics', () => {
  test('do not exist without a token of their own', async () => {
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    for (const remoteAddress of ['127.0.0.1', PROXY, CLIENT])
      expect((await server.app.http.inject({ url: '/metrics', remoteAddress, headers })).statusCode).toBe(404)
  })

  test('answer to their token only, wherever the request comes from', async () => {
    const ctx = { ...server.ctx, config: { ...server.ctx.config, metricsToken: METRICS_TOKEN } }
    const { http } = await createApp(ctx, [], authenticate(ctx))
    const ask = (authorization?: string) =>
      http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
    expect((await ask()).statusCode).toBe(401)
    expect((await ask('Bearer wrong')).statusCode).toBe(401)
    const answer = await ask(`Bearer ${METRICS_TOKEN}`)
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('keepsake_http_request_duration_seconds'),
    ])
  })
})
