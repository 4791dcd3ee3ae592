import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { CORRELATION_HEADER, errorAnswer } from '#contract/errors.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../testing/harness.ts'
import { type App, createApp } from './app.ts'

const PUBLIC_ORIGIN = 'https://my.keepsake.example'
const HOST = new URL(PUBLIC_ORIGIN).host

const { log, output } = createRecordingLog()
const server = closeAfterAll(await testServer({ log }))
const behindOrigin = closeAfterAll(
  await startSecondServer(server, server.ctx.blobs, { publicOrigin: PUBLIC_ORIGIN }),
)

/** Sends bytes on a connection of their own; returns the answer, once the server has ended it. */
async function send(bytes: string, { origin }: { origin: string } = server) {
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => line.split(/: (.*)/s)).map(([name, value]) => [name!.toLowerCase(), value!]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body }
}

/** A request whose connection ends with its answer. */
const format = (line: string, headers: readonly string[]) =>
  `${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`

/** The status and the code of a failure, whose shape is that of all. */
function readFailure({ status, headers, body }: Awaited<ReturnType<typeof send>>) {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  const { code, message, correlationId } = errorAnswer.strict().parse(JSON.parse(body))
  expect(message).not.toBe('')
  expect(correlationId).toMatch(/^[0-9a-f-]{36}$/)
  expect(correlationId).toBe(headers[CORRELATION_HEADER])
  return { status, code, correlationId }
}

describe('AA-116, RV-866 what is no request is answered in the shape of all failures, and logged by its id', () => {
  test.each([
    ['bytes that are no HTTP', 'hello\r\n\r\n', 400, 'bad-request'],
    [
      'a body by two lengths',
      format('POST /api/nothing HTTP/1.1', [
        `Host: ${HOST}`,
        'Content-Length: 1',
        'Transfer-Encoding: chunked',
      ]),
      400,
      'bad-request',
    ],
    [
      'a chunk without a length, of a request that waits for its body',
      `${format('POST /api/reports/errors HTTP/1.1', ['Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: chunked'])}x\r\n`,
      400,
      'bad-request',
    ],
    [
      'headers of 64 KB',
      format('GET / HTTP/1.1', ['Host: localhost', `Cookie: ${'x'.repeat(65_536)}`]),
      431,
      'headers-too-large',
    ],
    [
      'an address of 64 KB',
      format(`GET /${'x'.repeat(65_536)} HTTP/1.1`, ['Host: localhost']),
      431,
      'headers-too-large',
    ],
    ['CONNECT', format('CONNECT 192.0.2.1:443 HTTP/1.1', ['Host: 192.0.2.1:443']), 405, 'method-not-allowed'],
  ])('%s', async (_what, bytes, status, code) => {
    const { correlationId, ...failure } = readFailure(await send(bytes))
    expect(failure).toEqual({ status, code })
    expect(output()).toContain(correlationId)
  })

  test('headers that do not arrive in time', async () => {
    const { server: node } = server.app.http
    const { headersTimeout } = node
    node.headersTimeout = 1
    const { correlationId, ...failure } = readFailure(await send('GET / HTTP/1.1\r\nHost: local'))
    node.headersTimeout = headersTimeout
    expect(failure).toEqual({ status: 408, code: 'request-timeout' })
    expect(output()).toContain(correlationId)
  })

  test('but not within an answer that has begun: its connection ends', async () => {
    const mount = (http: App['http']) =>
      void http.get('/api/probe', { config: { policy: 'public' } }, async (_request, reply) => {
        const body = new PassThrough()
        body.write('the beginning')
        return reply.send(body)
      })
    const app = await createApp(server.ctx, [{ name: 'probe', mount }], async () => null)
    const { port } = new URL(await app.http.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', chunk => (answer += chunk))
    socket.write('GET /api/probe HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => answer).toContain('the beginning')
    socket.write('nonsense\r\n\r\n')
    await once(socket, 'close')
    expect(answer).toMatch(/the beginning\r\n$/)
    await app.close()
  })

  test('an expectation that is unknown is ignored', async () => {
    const answer = await send(format('GET /api/nothing HTTP/1.1', ['Host: localhost', 'Expect: a-miracle']))
    expect(readFailure(answer).status).toBe(404)
  })
})

describe('RV-862, RV-866 the host of a request is never one of two', () => {
  const foreign = 'Host: elsewhere.example'
  const own = `Host: ${HOST}`

  test.each([
    ['two Host headers', '/config.json', [own, foreign], 400, 'bad-request'],
    ['two Host headers in the other order', '/config.json', [foreign, own], 400, 'bad-request'],
    [
      'the same Host header twice, in other letters',
      '/config.json',
      [own, own.toUpperCase()],
      400,
      'bad-request',
    ],
    ['no Host header', '/config.json', [], 400, 'bad-request'],
    ['two Host headers of a health check', '/healthz', [own, foreign], 400, 'bad-request'],
    ['an address of another host', 'http://elsewhere.example/config.json', [own], 421, 'misdirected-request'],
    ['an address of no host', 'http:///config.json', [own], 400, 'bad-request'],
    ['an address with a user', `http://${HOST}@elsewhere.example/config.json`, [own], 400, 'bad-request'],
    ['an address of another protocol', `ftp://${HOST}/config.json`, [own], 400, 'bad-request'],
    ['an address with a fragment', `https://${HOST}/config.json#a`, [own], 400, 'bad-request'],
    ['HTTP/1.0 without a Host header', '/config.json', null, 421, 'misdirected-request'],
  ])('%s', async (_what, target, headers, status, code) => {
    const line = `GET ${target} HTTP/${headers ? '1.1' : '1.0'}`
    const { correlationId: _, ...failure } = readFailure(
      await send(format(line, headers ?? []), behindOrigin),
    )
    expect(failure).toEqual({ status, code })
  })

  test.each([`https://${HOST}`, `HTTPS://${HOST.toUpperCase()}:443`])(
    'the address %s has the host of the request, whatever its header says',
    async origin => {
      const configuration = format(`GET ${origin}/config.json HTTP/1.1`, [foreign])
      const answer = await send(configuration, behindOrigin)
      expect(answer.status).toBe(200)
      const signIn = await send(
        format(`GET ${origin}/session/sign-in?returnTo=/ HTTP/1.1`, [foreign]),
        behindOrigin,
      )
      expect(new URL(signIn.headers.location!).origin).toBe(PUBLIC_ORIGIN)
      expect(signIn.headers.location).not.toContain('elsewhere')
      const [withoutPath, root] = [
        format(`GET ${origin} HTTP/1.1`, [foreign]),
        format('GET / HTTP/1.1', [own]),
      ]
      const { status } = await send(root, behindOrigin)
      expect((await send(withoutPath, behindOrigin)).status).toBe(status)
    },
  )

  test('a method of another address is refused as of its path', async () => {
    const wrong = format(`PUT https://${HOST}/api/photo-management/photos HTTP/1.1`, [own])
    expect(readFailure(await send(wrong, behindOrigin))).toMatchObject({ status: 405 })
  })
})
