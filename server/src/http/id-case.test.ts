import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as albums from '#contract/albums.ts'
import * as downloads from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as photos from '#contract/photos.ts'
import { getReceipts } from '#contract/uploads.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import { startSignIn } from '../domains/identity/testing/sign-in-flow.ts'
import { TUS_HEADERS } from '../domains/uploads/access-samples.testing.ts'
import {
  type AccessIds,
  type AccessSamples,
  createAccessData,
  loadAccessSamples,
} from '../testing/access-samples.ts'
import { readAccountRows } from '../testing/account-rows.ts'
import { type Client, injectRequest } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import type { Random } from '../testing/random.ts'
import { withRandomSeed } from '../testing/random-seed.ts'
import { orderForTests, productForTests } from '../testing/retailer-orders.ts'
import { isSampled } from '../testing/sample.ts'
import { fetchZip } from '../testing/unzip.ts'

const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
const serviceTokens = [{ name: 'orders', token: SERVICE_TOKEN }]
const server = closeAfterAll(
  await testServer({ config: { rateLimits: false, serviceTokens, sftp: { port: 0 } } }),
)

const upper = (id: string) => id.toUpperCase()

async function libraryOf(count: number): Promise<{ customer: Client; ids: string[] }> {
  const customer = await server.customer()
  for (let i = 0; i < count; i++) {
    await customer.upload(`${i}.jpg`, await jpeg())
    server.clock.advance(1000)
  }
  return { customer, ids: await idsOf(customer) }
}

const idsOf = async (customer: Client) => {
  const query = { sortKey: 'created', sortOrder: 'asc' } as const
  return (await customer.call(photos.getPhotos, { query })).images.map(image => image.imageId)
}

describe('RV-201 calls with ids in upper case', () => {
  test('allExcept and except leave the photo out', async () => {
    const { customer, ids } = await libraryOf(3)
    const albumId = randomUUID()
    await customer.call(albums.createAlbum, { body: { name: 'A', albumId: upper(albumId) } })
    const params = { id: upper(albumId) }
    const month = { year: 1970, month: 1, except: [upper(ids[0]!)] }
    const added = { body: { selection: { months: [month] } }, params }
    expect(await customer.call(albums.addAlbumPhotos, added)).toMatchObject({ added: 2 })
    const removed = { body: { allExcept: [upper(ids[2]!)] }, params }
    expect(await customer.call(albums.removeAlbumPhotos, removed)).toEqual({ removed: 1, photosCount: 1 })
    const { images } = await customer.call(albums.getAlbumPhotos, { params })
    expect(images.map(image => image.imageId)).toEqual([ids[2]])
  })

  test('a download has its photos, receipts and uploads are found, a picture is served', async () => {
    const { customer, ids } = await libraryOf(1)
    const id = randomUUID()
    const photo = { photoId: upper(ids[0]!), ownerId: upper(customer.accountId) }
    await customer.call(downloads.createDownload, { body: { id: upper(id), photos: [photo] } })
    await server.idle()
    const { url } = await customer.call(downloads.getDownloadUrl, { params: { id: upper(id) } })
    expect([...(await fetchZip(url)).keys()]).toEqual(['0.jpg'])

    const created = await customer.createUpload('b.jpg', 5)
    const uploadId = created.headers.get('location')!.split('/').at(-1)!
    const { receipts } = await customer.call(getReceipts, { body: { uploadIds: [upper(uploadId)] } })
    expect(receipts).toMatchObject([{ uploadId, state: 'receiving' }])
    const path = `${SERVICES.uploads}/files/${upper(uploadId)}`
    expect((await customer.fetch(path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBe(200)

    const [image] = (await customer.call(photos.getPhotos)).images
    const picture = image!.thumbnails[0]!.url.replace(ids[0]!, upper(ids[0]!))
    expect((await fetch(picture)).status).toBe(200)
  })
})

test('RV-201 every call with any mix of cases acts like the one in lower case', async () => {
  const samples = await loadAccessSamples()
  const [plain, mixed] = [
    await server.customer({ business: true }),
    await server.customer({ business: true }),
  ]
  const plainIds = await createAccessData(server, plain, samples)
  const mixedIds = await createAccessData(server, mixed, samples)
  await withRandomSeed(async random => {
    for (const [name, sample] of callsOf(samples)) {
      // Jobs of earlier calls change what a call answers.
      await server.idle()
      const expected = await answerTo(name, sample, plain, plainIds, plainIds)
      const spelled = Object.fromEntries(
        Object.entries(mixedIds).map(([key, id]) => [key, UUID.test(id) ? withMixedCase(id, random) : id]),
      )
      expect([name, await answerTo(name, sample, mixed, spelled, mixedIds)]).toEqual([name, expected])
    }
  })
  await server.idle()
  expect(await namesInRows(mixed, mixedIds)).toEqual(await namesInRows(plain, plainIds))
})

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

type Samples = NonNullable<AccessSamples['calls']>

/** Calls of customers and services, the highest domain first, as the access matrix makes them. */
const callsOf = (samples: readonly AccessSamples[]) =>
  samples
    .toReversed()
    .flatMap(each => Object.entries({ ...each.serviceCalls, ...each.calls } as Samples))
    .filter((_, place) => isSampled(place))

function withMixedCase(id: string, random: Random): string {
  return [...id].map(char => (random.chance(0.5) ? char.toUpperCase() : char)).join('')
}

/** Status and answer of a call, with known ids replaced by their names and all other texts removed. */
async function answerTo(
  name: string,
  sample: Samples[string],
  customer: Client,
  sent: AccessIds,
  ids: AccessIds,
): Promise<unknown> {
  const { path, body, headers = {} } = sample(sent)
  const isJson = body !== undefined && typeof body !== 'string'
  const isService = /retailer/.test(path)
  const answer = await injectRequest(server.app, new URL(path, server.origin), {
    method: name.split(' ')[0]!,
    headers: new Headers({
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
      authorization: `Bearer ${isService ? SERVICE_TOKEN : customer.token}`,
    }),
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type')
  if (!type?.includes('json')) return [answer.status, type]
  const parsed = JSON.parse(text)
  // States and refusals of the retailer are read back as they were sent.
  if (isService && name.startsWith('GET')) {
    delete parsed.body
    for (const item of parsed.items ?? []) delete item.path
  }
  return [answer.status, plainValue(parsed, ids)]
}

function plainValue(value: unknown, ids: AccessIds): unknown {
  if (typeof value === 'string') return namesIn(value, ids)
  // Rows with the same time are ordered by ids, which differ.
  if (Array.isArray(value)) return value.map(each => JSON.stringify(plainValue(each, ids))).sort()
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !VARYING.has(key))
  return Object.fromEntries(entries.map(([key, each]) => [key, plainValue(each, ids)]))
}

/** The pictures of the two customers differ in their bytes; a version of a channel, which both share, is stored once. */
const VARYING = new Set(['size', 'placeholder', 'secondsLeft', 'position', 'stored'])

const namesIn = (text: string, ids: AccessIds) =>
  Object.entries(ids)
    .filter(([, id]) => text.includes(id))
    .map(([name]) => name)

/** The names of the ids in every row of the customer, by table. */
async function namesInRows({ accountId }: Client, ids: AccessIds) {
  // A library move names the photo with the largest id, which is a random one; a mail is not sent when the next call has
  // used its link before the job ran; states of the retailer are stored as they were sent.
  const {
    library_moves: _,
    sent_mails: _mails,
    retailer_states: _states,
    ...comparable
  } = await readAccountRows(server.ctx, accountId)
  const tables = Object.entries(comparable)
  return Object.fromEntries(
    tables.map(([table, rows]) => [table, rows.map(row => namesIn(row, ids).join(' ')).sort()]),
  )
}

/** Texts that neither a database nor a JSON column can store. */
const BAD = ['\u0000', '\ud83d', '\udd00']

const customer = await server.customer({ business: true })
const samples = await loadAccessSamples()
const ids = await createAccessData(server, customer, samples)

const send = (method: string, path: string, body?: object) =>
  injectRequest(server.app, new URL(path, server.origin), {
    method,
    headers: new Headers({
      ...(body ? { 'content-type': 'application/json' } : {}),
      authorization: `Bearer ${path.includes('/retailer/') ? SERVICE_TOKEN : customer.token}`,
    }),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

describe('RV-212 text that cannot be stored is a bad request', () => {
  test('in every text of every body', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const { calls = {}, serviceCalls = {} } of samples)
      for (const [name, sample] of Object.entries({ ...calls, ...serviceCalls })) {
        const { path, body } = sample(ids)
        if (typeof body !== 'object') continue
        const broken = BAD.flatMap(bad => withEachTextBroken(body as object, bad))
        for (const each of broken.filter((_, place) => isSampled(place))) {
          const answer = await send(name.split(' ')[0]!, path, each as object)
          tried++
          if (answer.status !== 400) wrong.push(`${name} ${JSON.stringify(each)}: ${answer.status}`)
        }
      }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(40)
  })

  test('in every id and cursor of an address, where it may also be not found', async () => {
    const wrong: string[] = []
    for (const { calls = {}, serviceCalls = {} } of samples)
      for (const [name, sample] of Object.entries({ ...calls, ...serviceCalls })) {
        const [method, route] = name.split(' ') as [string, string]
        const { path, body, headers } = sample(ids)
        if (headers || !route.includes(':')) continue
        for (const address of [path.replace(/\/[^/]*$/, '/a%00b'), `${path}?cursor=%00&from=%00`]) {
          const answer = await send(method, address, body as object | undefined)
          if (answer.status >= 500) wrong.push(`${method} ${address}: ${answer.status}`)
        }
      }
    expect(wrong).toEqual([])
  })

  test('deep in an order, which an order system would send again for ever after a 500', async () => {
    const order = {
      ...orderForTests(ids.account!, '2026-01-01T00:00:00Z', { products: [productForTests('K-2-1')] }),
      version: 1,
    }
    const product = { code: 'K-2-1', article: 'P', title: 'P' }
    const put = async (more: object) =>
      (await send('PUT', `${SERVICES.orders}/retailer/orders/K-2`, { ...order, ...more })).status
    for (const bad of BAD)
      for (const details of [{ a: { b: [bad] } }, { [bad]: 1 }])
        expect(await put({ products: [{ ...product, voucherDetails: details }] })).toBe(400)
    expect(await put({ products: [{ ...product, title: '\u200b' }] })).toBe(400)
    expect(await put({ products: [{ ...product, voucherDetails: { a: { b: ['ok', null, 3] } } }] })).toBe(200)
  })

  test('in metadata of an upload; the name of a file is cleaned instead', async () => {
    expect((await customer.createUpload('a\u0001b.jpg', 5)).status).toBe(201)
    expect((await customer.createUpload('\u200b\u2060', 5)).status).toBe(201)
    expect((await customer.createUpload('a.jpg', 5, { filetype: 'image/\u0000' })).status).toBe(400)
    expect((await customer.createUpload('a.jpg', 5, { albumId: '\u0000' })).status).toBe(400)
    const head = await customer.fetch(`${SERVICES.uploads}/files/a%00b`, {
      method: 'HEAD',
      headers: TUS_HEADERS,
    })
    expect(head.status).toBe(404)
  })

  test('in any parameter of the sign-in', async () => {
    const browser = () => new Browser(server.app.http, new URL(server.origin).host)
    const { parameters } = await startSignIn(browser())
    const statuses = await Promise.all(
      [...parameters.keys()].map(async key => {
        const broken = new URLSearchParams(parameters)
        broken.set(key, `a\u0000${parameters.get(key)}`)
        const answer = await browser().get(`/identity/auth?${broken}`)
        return [key, answer.statusCode < 500]
      }),
    )
    expect(statuses.filter(([, fine]) => !fine)).toEqual([])
    const token = { grant_type: 'refresh_token', refresh_token: 'a\u0000', client_id: 'b\u0000' }
    expect((await browser().submit('/identity/token', token)).statusCode).toBeLessThan(500)
  })
})

/** Copies of the body in each of which one text has the bad characters at its end. */
function withEachTextBroken(value: unknown, bad: string): unknown[] {
  if (typeof value === 'string') return [value + bad]
  if (Array.isArray(value))
    return value.flatMap((each, i) => withEachTextBroken(each, bad).map(broken => value.with(i, broken)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    withEachTextBroken(each, bad).map(broken => ({ ...value, [key]: broken })),
  )
}
