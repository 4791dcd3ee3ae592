// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { createTusHttpStack } from './tus-http.ts'

interface FakeRequest {
  headers: Record<string, string>
  aborted: boolean
  upload: { onprogress: (event: { loaded: number }) => void; onload: () => void }
  /** The service answers. */
  answer: (status: number) => void
  break: () => void
}

let requests: FakeRequest[]
beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      headers: Record<string, string> = {}
      aborted = false
      status = 0
      responseText = ''
      upload = {}
      onload = () => {}
      onerror = () => {}
      onabort = () => {}
      onloadend = () => {}
      open() {}
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value
      }
      getResponseHeader() {
        return null
      }
      send() {
        requests.push(this as never)
      }
      abort() {
        this.aborted = true
        this.onabort()
        this.onloadend()
      }
      answer(status: number) {
        this.status = status
        this.onload()
        this.onloadend()
      }
      break() {
        this.onerror()
        this.onloadend()
      }
    },
  )
})

function stack(newer: string | null = 'token-2', token: string | null = 'token-1') {
  const log: string[] = []
  const http = createTusHttpStack({
    token: async () => token,
    renew: async refused => {
      log.push(`renew ${refused}`)
      return newer
    },
    onRefused: () => log.push('ended'),
  })
  const start = (method: string, url = '/api/uploads/files/u1') => {
    const request = http.createRequest(method, url)
    request.setHeader('Tus-Resumable', '1.0.0')
    const outcome = request.send(null).then(
      response => response.getStatus(),
      error => String(error),
    )
    return { request, outcome }
  }
  return { log, start }
}
const turn = () => vi.advanceTimersByTimeAsync(0)

test('AA-114 every request carries a token and a correlation id', async () => {
  const { start } = stack()
  const { outcome } = start('POST')
  await turn()
  expect(requests[0]!.headers).toMatchObject({ 'Tus-Resumable': '1.0.0', authorization: 'Bearer token-1' })
  expect(requests[0]!.headers[CORRELATION_HEADER]).toMatch(/^[\da-f-]{36}$/)
  requests[0]!.answer(201)
  expect(await outcome).toBe(201)
})

test('RV-605 an address outside the configured service gets no request', async () => {
  const { start } = stack()
  const refused = 'Error: The upload URL is outside the configured service'
  expect(await start('PATCH', 'https://elsewhere.example/api/uploads/files/u1').outcome).toBe(refused)
  expect(await start('PATCH', '/api/uploads-too/u1').outcome).toBe(refused)
  configureCalls({ services: { uploads: 'https://uploads.example' } })
  expect(await start('PATCH').outcome).toBe(refused)
  start('PATCH', 'https://uploads.example/files/u1')
  await turn()
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1'])
})

test('PL-141 after 401 the session is renewed once and the request sent again', async () => {
  const { start, log } = stack()
  const { outcome } = start('PATCH')
  await turn()
  requests[0]!.answer(401)
  await turn()
  expect(requests[1]!.headers.authorization).toBe('Bearer token-2')
  requests[1]!.answer(204)
  expect(await outcome).toBe(204)
  expect(log).toEqual(['renew token-1'])
})

test('PL-141 a second 401, or a session that is over, leads to the sign-in', async () => {
  const twice = stack()
  const { outcome } = twice.start('PATCH')
  await turn()
  requests[0]!.answer(401)
  await turn()
  requests[1]!.answer(401)
  expect(await outcome).toBe(401)
  expect(twice.log).toEqual(['renew token-1', 'ended'])
  const over = stack(null)
  over.start('PATCH')
  await turn()
  requests[2]!.answer(401)
  await turn()
  expect(over.log).toEqual(['renew token-1', 'ended'])
})

test('PL-141 AA-004 signed out, as by another tab, nothing is sent and the sign-in starts', async () => {
  const { start, log } = stack(null, null)
  expect(await start('PATCH').outcome).toBe('Error: Signed out')
  expect(requests).toEqual([])
  expect(log).toEqual(['ended'])
})

test.each([401, 408, 429, 500, 503])(
  'OP-10 HEAD answered with %i does not count as a lost upload',
  async status => {
    const { start } = stack(null)
    const { outcome } = start('HEAD')
    await turn()
    requests[0]!.answer(status)
    expect(await outcome).toBe(`Error: Status Code: ${status}`)
  },
)

test('OP-10 HEAD of an upload that is gone is answered as it is', async () => {
  const { start } = stack()
  const { outcome } = start('HEAD')
  await turn()
  requests[0]!.answer(404)
  expect(await outcome).toBe(404)
})

test('OP-10 a request that is aborted before the token is fetched is not sent', async () => {
  const { start } = stack()
  const { request, outcome } = start('PATCH')
  await request.abort()
  expect(await outcome).toBe('Error: Aborted')
  expect(requests).toEqual([])
})

test('OP-10 a stalled connection is aborted; progress and the last byte extend the timeout', async () => {
  const { start } = stack()
  const { outcome } = start('PATCH')
  await turn()
  await vi.advanceTimersByTimeAsync(59_000)
  requests[0]!.upload.onprogress({ loaded: 10 })
  await vi.advanceTimersByTimeAsync(59_000)
  requests[0]!.upload.onload()
  await vi.advanceTimersByTimeAsync(179_000)
  expect(requests[0]!.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests[0]!.aborted).toBe(true)
  expect(await outcome).toBe('Error: Aborted')
})

test('OP-10 no answer rejects', async () => {
  const { start } = stack()
  const { outcome } = start('PATCH')
  await turn()
  requests[0]!.break()
  expect(await outcome).toBe('Error: No answer')
})
