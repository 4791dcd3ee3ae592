import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import * as downloads from '#contract/downloads.ts'
import { CORRELATION_HEADER, errorAnswer } from '#contract/errors.ts'
import * as photos from '#contract/photos.ts'
import { readConfig } from '../platform/config/config.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import { Client, newId } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { PASSWORD, startSecondServer, testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { openSocket } from '../testing/sockets.ts'

const { log, output, clearOutput } = createRecordingLog('trace')
const server = closeAfterAll(await testServer({ log }))

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string } & {
  headers?: Record<string, string>
  payload?: string
}
const inject = (call: Call) =>
  server.app.http.inject({ ...call, headers: { host: new URL(server.origin).host, ...call.headers } })
const json = { 'content-type': 'application/json' }

/** Expects the shape that all failures share, with the correlation id in the header, too. */
function expectOurShape(answer: Pick<LightMyRequestResponse, 'headers' | 'body'>): string {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = errorAnswer.strict().parse(JSON.parse(answer.body))
  expect(body.message).not.toBe('')
  expect(body.correlationId).toBe(answer.headers[CORRELATION_HEADER])
  return body.code
}

describe('AA-116 failures are JSON with a message and the correlation id', () => {
  test.each<[string, number, string, Call]>([
    ['an unknown path', 404, 'not-found', { url: '/api/nothing' }],
    ['an unknown path of a service', 404, 'not-found', { url: '/api/photo-management/nothing' }],
    ['a wrong verb', 405, 'method-not-allowed', { method: 'PUT', url: '/api/photo-management/photos' }],
    ['a wrong verb with an id', 405, 'method-not-allowed', { method: 'POST', url: '/media/a/b/300' }],
    [
      'broken JSON',
      400,
      'bad-request',
      { method: 'POST', url: '/api/reports/errors', headers: json, payload: '{"name":' },
    ],
    ['no body', 400, 'bad-request', { method: 'POST', url: '/api/reports/errors', headers: json }],
    [
      'a body that wants to change prototypes',
      400,
      'bad-request',
      { method: 'POST', url: '/api/reports/errors', headers: json, payload: '{"__proto__":{"a":1}}' },
    ],
    [
      'a body of more than 1 MB',
      413,
      'too-large',
      {
        method: 'POST',
        url: '/api/reports/errors',
        headers: json,
        payload: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
      },
    ],
    [
      'a body that is no JSON',
      415,
      'unsupported-type',
      {
        method: 'POST',
        url: '/api/reports/errors',
        headers: { 'content-type': 'text/xml' },
        payload: '<a/>',
      },
    ],
    ['an address that is none', 400, 'bad-request', { url: '/api/photo-management/photos/%E0%A4%A' }],
    ['an address that is too long', 400, 'bad-request', { url: `/media/${'a'.repeat(2001)}/b/300` }],
    ['no token', 401, 'unauthorized', { url: '/api/photo-management/users' }],
    ['an altered address', 403, 'address-expired', { url: '/media/a/b/300' }],
  ])('%s', async (_what, status, code, call) => {
    const answer = await inject(call)
    expect([answer.statusCode, expectOurShape(answer)]).toEqual([status, code])
  })

  test('405 lists the allowed methods', async () => {
    const answer = await inject({ method: 'PUT', url: '/api/photo-management/photos' })
    expect(String(answer.headers.allow).split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD'])
  })

  test('PL-158 a validation failure names the fields', async () => {
    const payload = JSON.stringify({ name: 'x', message: 'y'.repeat(501) })
    const answer = await inject({ method: 'POST', url: '/api/reports/errors', headers: json, payload })
    expect(answer.statusCode).toBe(400)
    expectOurShape(answer)
    expect(answer.json().fields).toEqual({ message: 'too-long', route: 'missing' })
  })

  test('RV-602 all invalid fields of path, query and body are named, with codes', async () => {
    const customer = await server.customer()
    const address = '/api/photo-management/albums/x/photos'
    const read = await customer.fetch(`${address}?limit=0&sortKey=size`)
    expect(await read.json()).toMatchObject({
      code: 'bad-request',
      message: 'Not valid: id, sortKey, limit',
      fields: { id: 'not-valid', limit: 'too-small', sortKey: 'not-valid' },
    })
    const body = JSON.stringify({ photoIds: [] })
    const changed = await customer.fetch(address, { method: 'POST', headers: json, body })
    expect(await changed.json()).toMatchObject({ fields: { id: 'not-valid', photoIds: 'too-few' } })
  })

  test('AA-116 failures of an upload, too, including those of the tus protocol', async () => {
    const customer = await server.customer()
    const files = '/api/uploads/files'
    const tus = { 'tus-resumable': '1.0.0' }
    const shape = async (path: string, init: RequestInit) => {
      const answer = await customer.fetch(path, init)
      return [
        answer.status,
        expectOurShape({ headers: Object.fromEntries(answer.headers), body: await answer.text() }),
      ]
    }
    expect(await shape(files, { method: 'POST' })).toEqual([412, 'precondition-failed'])
    expect(await shape(files, { method: 'POST', headers: tus })).toEqual([400, 'bad-request'])
    expect(await shape(files, { method: 'POST', headers: { ...tus, 'upload-length': '-1' } })).toEqual([
      400,
      'bad-request',
    ])
    expect(await shape(files, { method: 'POST', headers: { ...tus, 'upload-length': '0' } })).toEqual([
      400,
      'broken-picture',
    ])
    expect(
      await shape(files, { method: 'POST', headers: { ...tus, 'upload-length': '999999999999' } }),
    ).toEqual([413, 'too-large'])
    const bytes = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect(await shape(`${files}/${newId()}`, { method: 'PATCH', headers: bytes, body: 'a' })).toEqual([
      404,
      'not-found',
    ])
    const location = (await customer.createUpload('a.jpg', 10)).headers.get('location')!
    const late = { ...bytes, 'upload-offset': '5' }
    expect(await shape(location, { method: 'PATCH', headers: late, body: 'a' })).toEqual([
      409,
      'offset-conflict',
    ])
  })

  test('an unexpected error is answered without details and logged in full with the same id', async () => {
    const customer = await server.customer()
    const broken = vi
      .spyOn(server.ctx.databaseHealth, 'check')
      .mockRejectedValue(new Error('disk ate /var/secret'))
    const getReadiness = async () => {
      const ready = await inject({ url: '/readyz' })
      return [ready.statusCode, ready.headers['retry-after'], ready.statusCode < 500 || expectOurShape(ready)]
    }
    await expect.poll(getReadiness).toEqual([503, '5', 'unavailable'])
    broken.mockRestore()
    await expect.poll(getReadiness).toEqual([200, undefined, true])
    const failing = vi.spyOn(server.ctx.db, 'selectFrom').mockImplementation(() => {
      throw new Error('column "secret" does not exist')
    })
    const answer = await inject({
      url: '/api/photo-management/users/timeline',
      headers: { authorization: `Bearer ${customer.token}`, [CORRELATION_HEADER]: 'a-page-asked-for-this' },
    })
    failing.mockRestore()
    expect([answer.statusCode, expectOurShape(answer)]).toEqual([500, 'unexpected'])
    expect(answer.body).not.toMatch(/secret|column/)
    expect(answer.headers[CORRELATION_HEADER]).toBe('a-page-asked-for-this')
    const lines = output()
      .split('\n')
      .filter(line => line.includes('a-page-asked-for-this'))
    expect(lines.join('\n')).toContain('column \\"secret\\" does not exist')
  })
})

describe('AA-114 the correlation id', () => {
  test('is that of the request if valid, else a new one for every request', async () => {
    const correlationIdFor = async (id?: string) =>
      (await inject({ url: '/healthz', ...(id ? { headers: { [CORRELATION_HEADER]: id } } : {}) })).headers[
        CORRELATION_HEADER
      ]
    expect(await correlationIdFor('page-12345678')).toBe('page-12345678')
    const fresh = await Promise.all([
      correlationIdFor(),
      correlationIdFor(),
      correlationIdFor('short'),
      correlationIdFor('x'.repeat(65)),
      correlationIdFor('a b c d e f'),
    ])
    expect(new Set(fresh).size).toBe(5)
    for (const id of fresh) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('RV-886 the correlation id of a balancer', () => {
  test.each([
    ['is that of the balancer', '127.0.0.0/8', true],
    ['of anybody else does not count where there are balancers', '10.0.0.2', false],
  ])('%s', async (_what, networks, isAdopted) => {
    const config = readConfig({ TRUSTED_PROXIES: networks })
    const behindBalancer = await startSecondServer(server, server.ctx.blobs, config)
    const answer = await fetch(`${behindBalancer.origin}/api/nothing`, {
      headers: { [CORRELATION_HEADER]: 'from-the-balancer' },
    })
    expect(answer.headers.get(CORRELATION_HEADER) === 'from-the-balancer').toBe(isAdopted)
    expect((await answer.json()) as object).toMatchObject({
      correlationId: answer.headers.get(CORRELATION_HEADER),
    })
    await behindBalancer.close()
  })
})

describe('P22 security headers', () => {
  test.each([
    '/healthz',
    '/api/nothing',
    '/api/photo-management/users',
    '/session/sign-in',
    '/identity/nothing',
  ])('%s', async url => {
    const { headers } = await inject({ url })
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map(each => each.trim().split(/ (.*)/s))
        .map(([name, values]) => [name, values]),
    )
    expect(policy['default-src']).toBe("'self'")
    expect(policy['script-src']).toBe("'self'")
    expect(policy['object-src']).toBe("'none'")
    expect(policy['base-uri']).toBe("'none'")
    expect(policy['frame-ancestors']).toBe("'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toMatch(/DENY|SAMEORIGIN/)
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })
})

/** Requests a target that a URL cannot have; returns the status. */
async function requestTarget(
  target: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const { hostname, port } = new URL(server.origin)
  const sent = request({ host: hostname, port, path: target, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response.resume().statusCode
}

test.each(['/identity/session/end#', '/healthz#', '/api/photo-management/photos#limit=1'])(
  'RV-866, RV-310 an address with a fragment is refused, which checks and router read differently: %s',
  async target => expect(await requestTarget(target)).toBe(400),
)

describe('P30 the log', () => {
  test('holds no token, cookie, e-mail address, password, file name or signed address', async () => {
    clearOutput()
    const { accountId, email } = await server.customer()
    const customer = await Client.signIn(server.app, server.origin, accountId, email, PASSWORD)
    await customer.upload('holiday-of-anna.jpg', await jpeg())
    await server.idle()
    const [image] = (await customer.call(photos.getPhotos)).images
    const id = newId()
    const socket = await openSocket(server.origin, '/api/push/library', customer.token)
    await customer.call(downloads.createDownload, {
      body: { id, photos: [{ photoId: image!.imageId, ownerId: customer.accountId }], name: 'Annas Urlaub' },
    })
    await server.idle()
    const { url } = await customer.call(downloads.getDownloadUrl, { params: { id } })
    await (await fetch(url)).arrayBuffer()
    await (await fetch(image!.thumbnails[0]!.url)).arrayBuffer()
    await fetch(`${image!.thumbnails[0]!.url}?access_token=${customer.token}`)
    await inject({
      url: `/api/nothing?email=${customer.email}`,
      headers: { cookie: 'keepsake_refresh=a-cookie' },
    })
    await inject({ url: '/api/photo-management/users', headers: { authorization: 'Bearer a-bad-token' } })
    await customer.call(photos.deletePhotos, { body: { photoIds: [image!.imageId] } })
    await customer.call(photos.erasePhotos, { body: { photoIds: [image!.imageId] } })
    await server.idle()
    socket.close()
    await socket.closed
    expect(output().split('\n').length).toBeGreaterThan(20)
    expect(output()).toContain('photos erased')
    for (const secret of [
      customer.token,
      customer.token.split('.')[1]!,
      customer.email,
      PASSWORD,
      'a-cookie',
      'a-bad-token',
      'holiday-of-anna',
      'Annas Urlaub',
      image!.url.split('/')[4]!,
      url.split('/').at(-2)!,
    ])
      expect(output()).not.toContain(secret)
  })
})
