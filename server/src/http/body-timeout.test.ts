import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { CORRELATION_HEADER, errorAnswer } from '#contract/errors.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { type App, createApp } from './app.ts'

const IDLE_MS = 150
const TOTAL_MS = 600
const HOUR_MS = 3_600_000

const { log, output } = createRecordingLog()
const server = closeAfterAll(
  await testServer({
    config: { bodyTimeout: { idleMs: IDLE_MS, totalMs: TOTAL_MS } },
    log,
  }),
)

/** Sends headers that promise 5,000 bytes, then `byte` every `everyMs`; resolves with the answer when the server hangs up. */
async function sendSlowly(
  path: string,
  byte: string,
  everyMs: number,
  origin = server.origin,
): Promise<string> {
  const { hostname, port, host } = new URL(origin)
  const socket: Socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded'
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n`,
  )
  const sending = setInterval(() => socket.writable && socket.write(byte), everyMs)
  // A reset while bytes are on their way is an end like any other; 'once' of node:events would throw it.
  await new Promise(resolve => socket.once('close', resolve))
  clearInterval(sending)
  return answer
}

describe('RV-310 a slow body', () => {
  test.each([
    '/identity/token',
    '/session/refresh',
    '/api/reports/errors',
    '/identity/interaction/x',
    '/nothing',
  ])('of %s that falls silent, or never ends, ends its connection', async path => {
    const [silent, endless] = await Promise.all([
      sendSlowly(path, '', 10_000),
      sendSlowly(path, ' ', IDLE_MS / 3),
    ])
    // Answered before its body arrived, if at all; in any case the connection ends.
    for (const answer of [silent, endless]) expect(answer).toMatch(/^(HTTP\/1\.1 \d+ |$)/)
    expect(output()).toContain('request body timed out')
    expect(output()).not.toContain('request failed')
  })

  test('AA-116 of a call that waits for it is answered with 408 in the shape of all failures', async () => {
    const [head, body] = (await sendSlowly('/api/reports/errors', ' ', IDLE_MS / 3)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 .*\r\nconnection: close/s)
    const { code, correlationId } = errorAnswer.strict().parse(JSON.parse(body!))
    expect(code).toBe('request-timeout')
    expect(head).toContain(`${CORRELATION_HEADER}: ${correlationId}\r\n`)
    expect(output()).toContain(correlationId)
    expect(await sendSlowly('/identity/token', ' ', IDLE_MS / 3)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.each([
    ['falls silent, long before its total limit', { idleMs: IDLE_MS, totalMs: HOUR_MS }, '', HOUR_MS],
    ['never ends, though it is never silent', { idleMs: HOUR_MS, totalMs: TOTAL_MS }, ' ', IDLE_MS / 3],
  ])('of a request that %s, ends its connection', async (_what, bodyTimeout, byte, everyMs) => {
    const ctx = { ...server.ctx, config: { ...server.ctx.config, bodyTimeout } }
    const mount = (http: App['http']) =>
      void http.post('/api/probe', { config: { policy: 'public' } }, async () => ({}))
    const app = await createApp(ctx, [{ name: 'probe', mount }], async () => null)
    const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
    expect(await sendSlowly('/api/probe', byte, everyMs, origin)).toMatch(/^HTTP\/1\.1 408 /)
    await app.close()
  })

  test('of an upload may take as long as it needs', async () => {
    const customer = await server.customer()
    const bytes = await jpeg()
    const location = (await customer.createUpload('slow.jpg', bytes.length)).headers.get('location')!
    const { hostname, port, host, pathname } = new URL(location, server.origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `PATCH ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${customer.token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    )
    // Slow calls beside it measure the time: both limits pass.
    const half = Math.floor(bytes.length / 2)
    socket.write(bytes.subarray(0, half))
    await sendSlowly('/api/reports/errors', ' ', IDLE_MS / 3)
    await sendSlowly('/api/reports/errors', '', 10_000)
    socket.write(bytes.subarray(half))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 204 /)
    socket.destroy()
  })
})
