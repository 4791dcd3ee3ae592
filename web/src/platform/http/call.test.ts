import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { getApiKeys } from '#contract/api-keys.ts'
import { getHostMenu } from '#contract/brands.ts'
import { requestEmailChange } from '#contract/email-changes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CORRELATION_HEADER, STEP_UP_ERROR } from '#contract/errors.ts'
import { getOrders } from '#contract/orders.ts'
import { deletePhotos, getMonthPage, getPhoto, getUser } from '#contract/photos.ts'
import { refreshSession, SESSION_HEADER } from '#contract/session.ts'
import { confirmSubscription } from '#contract/subscriptions.ts'
import { getOffer } from '#contract/vouchers.ts'
import { LoadFailure } from '../lazy/load-failure.ts'
import { reportFailure } from '../reporting/reporting.ts'
import { type AnswerStepUp, call, configureHttp, type HttpEnvironment, serviceAddress } from './call.ts'
import { CancelledCall, isCancelled } from './cancelled-call.ts'
import { refusal } from './http.testing.ts'
import { AnswerFailure, HttpFailure, isNetworkFailure, isNotFound, isRetryable } from './http-failure.ts'

const TOTALS = {
  userId: 'u',
  photosCount: 3,
  albumsCount: 0,
  registrationDate: '2026-01-01T00:00:00Z',
  lastUploadedAt: null,
  deletedCount: 0,
}

interface Sent {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

let before: HttpEnvironment
let sent: Sent[]
let answers: (Response | Error)[]
let log: string[]
let logged: string[][]

beforeEach(() => {
  sent = []
  log = []
  logged = []
  answers = []
  before = configureHttp({
    services: {},
    token: async () => 'token-1',
    renew: async refused => {
      log.push(`renew ${refused}`)
      return 'token-2'
    },
    signIn: () => log.push('sign-in'),
    log: (...parts) => logged.push(parts),
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init as Sent['init'] })
      const answer = answers.shift()
      if (!answer) throw new Error('unexpected call')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
})
afterEach(() => {
  configureHttp(before)
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe('NX-307 a call whose sign-in is too old', () => {
  const challenge = `Bearer realm="keepsake", error="${STEP_UP_ERROR}", max_age="900"`
  const refused = () => refusal(401, { code: 'step-up-required' }, { 'www-authenticate': challenge })
  const answerWith = (answerStepUp: AnswerStepUp) =>
    configureHttp({ loadStepUp: async () => ({ answerStepUp }) })

  test('NX-307 asks the customer and is repeated with the same body; it neither renews nor ends the session', async () => {
    answerWith(async ({ path }, repeat) => {
      log.push(`confirm ${path}`)
      return repeat({ 'x-proof': 'ticket' })
    })
    answers = [refused(), json({ failed: [] })]
    const body = { photoIds: [crypto.randomUUID()] }
    await expect(call(deletePhotos, { body })).resolves.toEqual({ failed: [] })
    expect(log).toEqual(['confirm /photos'])
    expect(sent.map(({ init }) => init.body)).toEqual([JSON.stringify(body), JSON.stringify(body)])
    expect(sent.map(({ init }) => init.headers['x-proof'])).toEqual([undefined, 'ticket'])
    expect(logged).toEqual([])
  })

  test('NX-307 cancelled, it rejects as cancelled, which is neither logged nor reported', async () => {
    answerWith(async () => {
      throw new CancelledCall('cancelled')
    })
    answers = [refused()]
    const failure = await call(getUser).catch((error: unknown) => error)
    expect(isCancelled(failure)).toBe(true)
    reportFailure(failure)
    expect([sent.length, log, logged]).toEqual([1, [], []])
  })

  test('NX-307 is asked after its token was renewed, once: a second refusal is its failure', async () => {
    answerWith((_, repeat) => repeat())
    answers = [json({}, 401), refused(), refused()]
    await expect(call(getUser)).rejects.toMatchObject({ code: 'step-up-required' })
    expect(log).toEqual(['renew token-1'])
  })

  test('NX-307 fails like a call without a connection while the question cannot be loaded, and can be repeated', async () => {
    configureHttp({ loadStepUp: () => Promise.reject(new LoadFailure('offline', 'no connection')) })
    answers = [refused(), refused(), json(TOTALS)]
    const failure = await call(getUser).catch((error: unknown) => error)
    expect([isNetworkFailure(failure), isRetryable(failure), log]).toEqual([true, true, []])
    expect(logged).toEqual([['HttpFailure', expect.stringContaining('Status Code: 0'), expect.any(String)]])
    answerWith((_, repeat) => repeat())
    await expect(call(getUser)).resolves.toEqual(TOTALS)
    expect(log).toEqual([])
  })
})

describe('a call', () => {
  test('AA-114 has JSON headers, no-cache, a correlation id and the bearer token its policy requires', async () => {
    answers = [json({ failed: [] })]
    const id = crypto.randomUUID()
    await expect(call(deletePhotos, { body: { photoIds: [id] } })).resolves.toEqual({ failed: [] })
    const { url, init } = sent[0]!
    expect(url).toBe('/api/photo-management/photos')
    expect(init.method).toBe('DELETE')
    expect(init.body).toBe(JSON.stringify({ photoIds: [id] }))
    expect(init.credentials).toBe('omit')
    expect(init.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      authorization: 'Bearer token-1',
    })
    expect(init.headers[CORRELATION_HEADER]).toMatch(/^[\da-f-]{36}$/)
    answers = [json({}, 404)]
    await expect(call(getApiKeys)).rejects.toMatchObject({ status: 404 })
    expect(sent[1]!.init.headers).toHaveProperty('authorization', 'Bearer token-1')
  })

  test('AA-114, OP-51 sends no token if the policy requires none', async () => {
    answers = [json({ storefrontItems: [], routes: {}, menus: { side: [], help: [], footer: [] } })]
    await call(getHostMenu, { params: { host: 'a/b.example' } })
    expect(sent[0]!.url).toBe('/conf/a%2Fb.example')
    expect(sent[0]!.init.headers.authorization).toBeUndefined()
    expect(sent[0]!.init.headers['content-type']).toBeUndefined()
  })

  test('OP-44 only calls of the session service send cookies', async () => {
    answers = [json({}, 401)]
    await expect(call(refreshSession)).rejects.toMatchObject({ status: 401 })
    expect(sent[0]!.init.credentials).toBe('same-origin')
    expect(sent[0]!.init.headers[SESSION_HEADER]).toBe('answers-step-up')
    expect(sent[0]!.init.headers.authorization).toBeUndefined()
    expect(log).toEqual([])
  })

  test('OP-37 goes to the configured base address, with its path and query parts', async () => {
    configureHttp({ services: { photoManagement: 'https://photos.example/base/' } })
    answers = [json({ cursor: null, images: [], addressesExpire: '2099-01-01T00:00:00Z' })]
    await call(getMonthPage, {
      params: { year: 2026, month: 8 },
      query: { sortKey: 'created', cursor: undefined },
    })
    expect(sent[0]!.url).toBe('https://photos.example/base/photos/timeline/2026/8?sortKey=created')
    expect(serviceAddress('uploads', '/files')).toBe('/api/uploads/files')
  })

  test('PL-149 an answer that violates the contract is a failure', async () => {
    answers = [json({ ...TOTALS, photosCount: -1 }), new Response('<html>')]
    await expect(call(getUser)).rejects.toBeInstanceOf(AnswerFailure)
    await expect(call(getUser)).rejects.toThrow('Failed to parse response!')
  })

  test('an answer without content gives undefined', async () => {
    answers = [new Response(null, { status: 204 })]
    const remove = endpoint('DELETE', 'photoManagement', '/things/:id', {
      policy: 'public',
      summary: '',
      params: z.object({ id: z.string() }),
    })
    await expect(call(remove, { params: { id: '1' } })).resolves.toBeUndefined()
  })
})

describe('a failed call', () => {
  test('AA-115 throws Error {body}; Status Code: {status} Received from {url}, without the query', async () => {
    const body = { code: 'not-found', message: 'no', correlationId: 'c-1' }
    answers = [json(body, 404)]
    const failure = await call(getOrders, { query: { Offset: 100 } }).catch(error => error)
    expect(failure).toBeInstanceOf(HttpFailure)
    expect(failure.message).toBe(
      `Error ${JSON.stringify(body)}; Status Code: 404 Received from /api/orders/v2/superorders/me`,
    )
    expect(failure).toMatchObject({ status: 404, code: 'not-found', correlationId: 'c-1' })
    expect(isNotFound(failure)).toBe(true)
    expect(isRetryable(failure)).toBe(false)
  })

  test('PL-150 RV-844 of photo management throws Request failure, with the details of the others', async () => {
    answers = [new Response('no', { status: 500 }), new TypeError('Failed to fetch')]
    const query = { params: { year: 2026, month: 8 }, query: { cursor: 'secret' } }
    const failed = await call(getMonthPage, query).catch(error => error)
    const path = '/api/photo-management/photos/timeline/2026/8'
    expect(failed.message).toBe(`Request failure: Error no; Status Code: 500 Received from ${path}`)
    const offline = await call(getMonthPage, query).catch(error => error)
    expect(offline.message).toBe(
      `Request failure: Error Failed to fetch; Status Code: 0 Received from ${path}`,
    )
  })

  test('OP-89 AA-115 names no token and no e-mail address of the path, which the report of the failure would contain', async () => {
    const params = { email: 'anna+news@example.com', token: 't0ken' }
    const path = '/api/subscriptions/api/v1/Profiles/:email/subscription/confirm/:token'
    answers = [json({ code: 'internal', message: 'no', correlationId: 'c-1' }, 500)]
    const failure = await call(confirmSubscription, { params }).catch(error => error)
    expect(failure.message).toContain(`Status Code: 500 Received from ${path}`)
    answers = [new TypeError('Failed to fetch')]
    const offline = await call(confirmSubscription, { params }).catch(error => error)
    expect(offline.message).toBe(`Error Failed to fetch; Status Code: 0 Received from ${path}`)
  })

  test.each([401, 404, 409, 429, 500])(
    'AA-117 RV-846 with status %i is logged to the console once, with its correlation id and no personal data',
    async status => {
      configureHttp({ renew: async () => null })
      const photoId = '0199f7a0-1111-7222-8333-444455556666'
      const body = { code: 'unexpected', message: 'anna@example.com', correlationId: 'c-1' }
      answers = [json(body, status)]
      await expect(call(getPhoto, { params: { id: photoId } })).rejects.toMatchObject({ status })
      expect(logged).toEqual([
        [
          'HttpFailure',
          `Request failure: Error {"code":"unexpected","message":"{email}","correlationId":"c-1"}; Status Code: ${status} Received from /api/photo-management/photos/{id}`,
          'c-1',
        ],
      ])
    },
  )

  test('AA-117 RV-846 without a response is logged with the id of its request, one of a foreign answer, too', async () => {
    answers = [new TypeError('Failed to fetch'), new Response('<html>'), new Response('', { status: 502 })]
    for (let count = 1; count <= 3; count++) {
      await expect(call(getUser)).rejects.toThrow()
      expect(logged).toHaveLength(count)
      expect(logged.at(-1)?.at(2)).toBe(sent.at(-1)!.init.headers[CORRELATION_HEADER])
    }
  })

  test('AA-117 RV-846 is logged before the call of a signed-out page is sent, and not when it is aborted', async () => {
    configureHttp({ token: async () => null })
    await expect(call(getUser)).rejects.toMatchObject({ status: 401 })
    expect(logged).toEqual([['HttpFailure', expect.stringContaining('Status Code: 401'), '']])
    configureHttp({ token: async () => 'token-1' })
    const abort = new AbortController()
    abort.abort(new Error('gone'))
    answers = [new DOMException('aborted', 'AbortError')]
    await expect(call(getUser, {}, { signal: abort.signal })).rejects.toThrow('gone')
    expect(logged).toHaveLength(1)
  })

  test('AA-117 AA-049 RV-846 with a status that the customer is told is not logged, with another one it is', async () => {
    const input = {
      params: { idpType: 'keepsake', idpSub: 'a' },
      body: { email: 'new@example.com', channel: 'KEEPSAKE-GB' },
    }
    answers = [json({}, 409), json({}, 429), json({}, 500)]
    for (const status of [409, 429, 500])
      await expect(call(requestEmailChange, input, { unloggedStatuses: [409, 429] })).rejects.toMatchObject({
        status,
      })
    expect(logged.map(([, message]) => message)).toEqual([expect.stringContaining('Status Code: 500')])
  })

  test('AA-116 reads Retry-After', async () => {
    answers = [new Response('', { status: 429, headers: { 'retry-after': '7' } })]
    await expect(call(getUser)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 7 })
  })

  test('AA-083 a voucher whose offer fails otherwise than by 404 is an error with status and body', async () => {
    const body = { code: 'unavailable', message: 'The shop does not answer', correlationId: 'c-1' }
    answers = [json(body, 503)]
    const failure = await call(getOffer, { params: { optionCode: 'THANKS-7Q4K' } }).catch(error => error)
    expect(failure).toMatchObject({ status: 503, code: 'unavailable' })
    expect(failure.message).toBe(
      `Error ${JSON.stringify(body)}; Status Code: 503 Received from /api/vouchers/api/v1/campaigns/offers/THANKS-7Q4K`,
    )
    expect(isNotFound(failure)).toBe(false)
  })

  test('without a response, and with an answer that ends early, is a network failure and retryable', async () => {
    const cut = new ReadableStream({
      start: stream => {
        stream.enqueue(new TextEncoder().encode('{"userId":'))
        stream.error(new TypeError('network error'))
      },
    })
    for (const answer of [new TypeError('Failed to fetch'), new Response(cut)]) {
      answers = [answer]
      const failure = await call(getUser).catch(error => error)
      expect([isNetworkFailure(failure), isRetryable(failure)]).toEqual([true, true])
    }
  })

  test.each([200, 500])(
    'RV-412 aborted while the answer with status %i is read, rejects with the reason of the signal, which is no report',
    async status => {
      const abort = new AbortController()
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"userId":'))
          abort.signal.addEventListener('abort', () => stream.error(new TypeError('network error')))
        },
      })
      answers = [new Response(body, { status })]
      const answer = call(getUser, {}, { signal: abort.signal })
      abort.abort()
      const failure = await answer.catch(error => error)
      expect(failure).toBe(abort.signal.reason)
      const environment = { send: vi.fn(), log: vi.fn(), route: () => '/' }
      reportFailure(failure, environment)
      expect(environment.send).not.toHaveBeenCalled()
    },
  )

  test('RV-412 an answer that breaks off, as when the page is left, is a network failure and no report', async () => {
    const broken = (error: Error) =>
      new Response(new ReadableStream({ start: stream => stream.error(error) }))
    const environment = { send: vi.fn(), log: vi.fn(), route: () => '/' }
    for (const error of [new TypeError('network error'), new DOMException('aborted', 'AbortError')]) {
      answers = [broken(error)]
      reportFailure(await call(getUser).catch(failure => failure), environment)
    }
    expect(environment.send).not.toHaveBeenCalled()
  })
})

describe('after 401', () => {
  test('PL-141 the session is renewed once and the call repeated', async () => {
    answers = [json({}, 401), json(TOTALS)]
    await expect(call(getUser)).resolves.toEqual(TOTALS)
    expect(log).toEqual(['renew token-1'])
    expect(sent.map(each => each.init.headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  test('PL-141 sign-in starts when the new token is also refused', async () => {
    answers = [json({}, 401), json({}, 401)]
    await expect(call(getUser)).rejects.toMatchObject({ status: 401 })
    expect(log).toEqual(['renew token-1', 'sign-in'])
  })

  test('PL-141 sign-in starts immediately when the session has ended', async () => {
    configureHttp({ renew: async () => null })
    answers = [json({}, 401)]
    await expect(call(getUser)).rejects.toMatchObject({ status: 401 })
    expect(log).toEqual(['sign-in'])
  })
})

test('PL-141 AA-004 signed out, as by another tab, nothing is sent and sign-in starts', async () => {
  configureHttp({ token: async () => null })
  await expect(call(getUser)).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual([])
  expect(log).toEqual(['sign-in'])
})
