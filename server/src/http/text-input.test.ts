import { describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import { startSignIn } from '../domains/identity/testing/sign-in-flow.ts'
import { TUS_HEADERS } from '../domains/uploads/access-samples.testing.ts'
import { createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import { injectRequest } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { orderForTests, productForTests } from '../testing/retailer-orders.ts'
import { isSampled } from '../testing/sample.ts'

const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
/** Texts that neither a database nor a JSON column can store. */
const BAD = ['\u0000', '\ud83d', '\udd00']
const serviceTokens = [{ name: 'orders', token: SERVICE_TOKEN }]
const server = closeAfterAll(
  await testServer({ config: { rateLimits: false, serviceTokens, sftp: { port: 0 } } }),
)
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
