import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import * as downloads from '#contract/downloads.ts'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { listContractEndpoints } from '#contract/inputs.testing.ts'
import { getPhotos } from '#contract/photos.ts'
import { createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'

const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
const METRICS_TOKEN = 'the-token-of-the-metrics-of-this-server'
const PHOTOS = SERVICES.photoManagement
const serviceTokens = [{ name: 'orders', token: SERVICE_TOKEN }]
const config = { rateLimits: false, serviceTokens, metricsToken: METRICS_TOKEN, sftp: { port: 0 } }
const server = closeAfterAll(await testServer({ config }))
const owner = await server.customer({ business: true })
const stranger = await server.customer({ business: true })
const samples = await loadAccessSamples()
const ids = await createAccessData(server, owner, samples)
const named = new Map(samples.flatMap(each => Object.entries({ ...each.serviceCalls, ...each.calls })))
/** The endpoints of customers and services, each with a sample call. */
const calls = (await listContractEndpoints()).flatMap(endpoint => {
  const sample = named.get(`${endpoint.method} ${SERVICES[endpoint.service]}${endpoint.path}`)
  return sample ? [{ endpoint, sample: sample(ids) }] : []
})
expect(calls.length).toBeGreaterThan(80)

const tokenFor = ({ policy }: Endpoint) => (policy === 'service' ? SERVICE_TOKEN : stranger.token)

async function send(endpoint: Endpoint, path: string, type?: string, payload?: string) {
  const answer = await server.app.http.inject({
    method: endpoint.method,
    url: path,
    headers: {
      host: new URL(server.origin).host,
      authorization: `Bearer ${tokenFor(endpoint)}`,
      ...(type ? { 'content-type': type } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.body }
}

describe('RV-210 bodies', () => {
  test('a call without a body takes any, of any type, as none', async () => {
    const wrong: string[] = []
    const without = calls.filter(
      ({ endpoint }) => endpoint.body.type === 'undefined' && !endpoint.receivesFile,
    )
    for (const { endpoint, sample } of without)
      for (const [type, payload] of BODIES) {
        const { status, body } = await send(endpoint, sample.path, type, payload)
        if (status === 400 || status === 415)
          wrong.push(`${endpoint.method} ${sample.path} ${type} ${payload}: ${status} ${body}`)
      }
    expect(wrong).toEqual([])
    expect(without.filter(({ endpoint }) => endpoint.method !== 'GET').length).toBeGreaterThan(15)
  })

  test('in other calls an empty one names the missing fields, one that is not JSON is 415', async () => {
    const remove = (type: string, body: string) =>
      owner.fetch(`${PHOTOS}/photos`, { method: 'DELETE', headers: { 'content-type': type }, body })
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const empty = await remove(type, '')
      expect([empty.status, await empty.json()]).toMatchObject([400, { fields: { photoIds: 'missing' } }])
    }
    expect((await remove('application/json', '{')).status).toBe(400)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const other = await remove(type, '{"photoIds":[]}')
      expect([other.status, await other.json()]).toMatchObject([415, { code: 'unsupported-type' }])
    }
  })
})

/** Types and bodies that clients send with calls that have none. */
const BODIES = [
  ['application/json', ''],
  ['application/json', '{'],
  ['application/x-www-form-urlencoded', ''],
  ['text/plain', 'x'],
] as const

describe('RV-210 parameters', () => {
  test('an id or a number that cannot be one is 400 and named, in every path', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const { endpoint, sample } of calls) {
      if (endpoint.params.type === 'undefined') continue
      const { shape } = endpoint.params as ZodObject
      for (const [name, schema] of Object.entries(shape))
        for (const bad of ['\0', 'x', '0x10']) {
          if ((schema as ZodObject).safeParse(bad).success) continue
          tried++
          const { status, body } = await send(endpoint, pathWith(endpoint, sample.path, name, bad))
          const { fields = {} } = JSON.parse(body)
          if (status !== 400 || !(name in fields))
            wrong.push(`${endpoint.path} ${name} ${bad}: ${status} ${body}`)
        }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(100)
  })

  test('RV-1008 a parameter with a name that every object has is no server error, and is named where others are refused', async () => {
    const wrong: string[] = []
    let refused = 0
    for (const { endpoint, sample } of calls)
      for (const name of ['__proto__', 'constructor', 'toString']) {
        const joint = sample.path.includes('?') ? '&' : '?'
        const send1 = (query: string) => send(endpoint, `${sample.path}${joint}${query}`)
        const [{ status, body }, other] = [await send1(`${name}=1`), await send1('other-name=1')]
        const isRefused = other.status === 400 && other.body.includes('"other-name":"unknown"')
        if (isRefused) refused++
        const isNamed = status === 400 && Object.hasOwn(JSON.parse(body).fields ?? {}, name)
        if (status >= 500 || (isRefused && !isNamed))
          wrong.push(`${endpoint.method} ${sample.path} ${name}: ${status}`)
      }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(10)
  })

  test.each([
    `${PHOTOS}/photos?limit=0x10`,
    `${PHOTOS}/albums?limit=1e1`,
    `${PHOTOS}/photos/timeline/2024/%205`,
    `${SERVICES.orders}/v2/superorders/me?Offset=`,
    `${SERVICES.orders}/v2/superorders/me?Limit=5&Limit=5`,
    `${SERVICES.callbacks}/v1/events?limit=%2B5`,
  ])('%s is a bad request', async path => {
    expect((await owner.fetch(path)).status).toBe(400)
  })
})

/** The path with another value of a parameter. */
function pathWith(endpoint: Endpoint, path: string, name: string, value: string): string {
  const names = (SERVICES[endpoint.service] + endpoint.path).split('/')
  const [address, query] = path.split('?') as [string, string?]
  const parts = address
    .split('/')
    .map((part, i) => (names[i] === `:${name}` ? encodeURIComponent(value) : part))
  return query === undefined ? parts.join('/') : `${parts.join('/')}?${query}`
}

describe('RV-210 401 has a challenge (RFC 6750, 3)', () => {
  const challengeOf = async (path: string, authorization?: string) => {
    const answer = await fetch(new URL(path, server.origin), {
      headers: authorization === undefined ? {} : { authorization },
    })
    return [answer.status, answer.headers.get('www-authenticate')]
  }
  const paths = () => [
    `${PHOTOS}/users`,
    `${SERVICES.orders}/v2/superorders/me`,
    `${SERVICES.tempSelections}/retailer/temp-selections/${randomUUID()}`,
    `${SERVICES.uploads}/phone/session`,
    '/metrics',
  ]

  test('without an error when no token was sent, with invalid_token when it was refused', async () => {
    for (const path of paths()) {
      expect([path, await challengeOf(path)]).toEqual([path, [401, 'Bearer realm="keepsake"']])
      const basic = await challengeOf(path, 'Basic YTpi')
      expect([path, basic]).toEqual([path, [401, 'Bearer realm="keepsake"']])
      const refused = [401, 'Bearer realm="keepsake", error="invalid_token"']
      for (const authorization of ['Bearer x', 'Bearer', 'bearer x'])
        expect([path, await challengeOf(path, authorization)]).toEqual([path, refused])
    }
  })

  test('a valid token with another word is refused, in any case of the scheme it is accepted', async () => {
    const valid = { [`${PHOTOS}/users`]: owner.token, '/metrics': METRICS_TOKEN }
    for (const [path, token] of Object.entries(valid)) {
      expect((await challengeOf(path, `Bearer ${token} y`))[0]).toBe(401)
      expect((await challengeOf(path, `bEARER ${token}`))[0]).toBe(200)
    }
  })
})

describe('RV-210 downloads', () => {
  test('a photo listed twice is one, in the answer and in the count', async () => {
    const customer = await server.customer()
    await customer.upload('a.jpg', await jpeg())
    const [image] = (await customer.call(getPhotos)).images
    const photo = { photoId: image!.imageId, ownerId: customer.accountId }
    const body = {
      id: randomUUID(),
      photos: [photo, photo, { ...photo, photoId: photo.photoId.toUpperCase() }],
    }
    expect((await customer.call(downloads.createDownload, { body })).photos).toEqual([photo])
    const { items } = await customer.call(downloads.getDownloads)
    expect(items).toMatchObject([{ id: body.id, photosCount: 1 }])
  })

  test.each(['', ' ', '\u200b'])('a zip is never called %j', async name => {
    const photos = [{ photoId: ids.photo!, ownerId: owner.accountId }]
    const refused = await owner.expectError(downloads.createDownload, {
      body: { id: randomUUID(), photos, name },
    })
    expect(refused).toMatchObject({ status: 400, body: { fields: { name: 'empty' } } })
  })
})
