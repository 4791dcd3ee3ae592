import { describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { getCustomer } from '#contract/customers.ts'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { listContractEndpoints } from '#contract/inputs.testing.ts'
import { updateRows } from '../platform/db/rows.ts'
import { createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import type { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'

const server = closeAfterAll(await testServer({ config: { sftp: { port: 0 } } }))
const consumer = await server.customer()
const business = await server.customer({ business: true })
const ids = await createAccessData(server, business, await loadAccessSamples())
const endpoints = await listContractEndpoints()

const ME = `${SERVICES.customers}/customers/me`
const ORDER = `${SERVICES.orders}/v1/superorders/${ids.order}`
const WIDGET = `${SERVICES.widgets}/v1/widget/${ids.product}`
const ENTRIES = `${SERVICES.widgets}/v1/galleryentries`

async function send(client: Client, method: string, path: string, body?: unknown) {
  const answer = await client.fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return { status: answer.status, body: await answer.json() }
}
const read = async (client: Client, path: string) => (await send(client, 'GET', path)).body

describe('RV-1105 what a read returns can be written back, and changes nothing', () => {
  test('RV-1105 AA-110 a customer, without a name and with a method of payment of another brand, too', async () => {
    const key = { account_id: consumer.accountId }
    await updateRows(server.ctx.db, 'customers', key, { payment_method: 'bizum' })
    for (const client of [consumer, business]) {
      const before = await client.call(getCustomer)
      for (const method of ['PUT', 'PATCH']) {
        expect(await send(client, method, ME, before)).toEqual({ status: 200, body: before })
        const unknown = { ...before, status: 'Blocked', id: 'another', email: 'x', colour: 'red' }
        expect(await send(client, method, ME, unknown)).toEqual({ status: 200, body: before })
      }
    }
    expect((await consumer.call(getCustomer)).firstName).toBeNull()
  })

  test('RV-1105 AA-102 an address of the address book', async () => {
    const { addresses } = await read(business, `${ME}/addresses`)
    expect(addresses).toHaveLength(1)
    const { status, body } = await send(business, 'PUT', `${ME}/addresses/${ids.address}`, addresses[0])
    expect([status, body]).toEqual([200, addresses[0]])
  })

  test('RV-1105 AA-078 the delivery address of an order, with its type', async () => {
    const before = await read(business, ORDER)
    expect(before.deliveryAddress.type).toBe('Home')
    const path = `${ORDER}/deliveryAddress`
    const { status, body } = await send(business, 'PUT', path, before.deliveryAddress)
    expect([status, body]).toEqual([202, before])
  })

  test('RV-1105 AA-096 AA-098 a widget and its gallery entry', async () => {
    const widget = await read(business, WIDGET)
    expect((await send(business, 'POST', WIDGET, widget)).body.title).toBe(widget.title)
    const entry = await read(business, `${ENTRIES}/${ids.entry}?channel=KEEPSAKE-GB`)
    const path = `${ENTRIES}/${entry.widgetId}?channel=KEEPSAKE-GB`
    expect(await send(business, 'PUT', path, entry)).toEqual({ status: 200, body: entry })
  })
})

test('RV-1105 unknown fields of a body are ignored, those of businesses and services are 400', () => {
  const refused = endpoints.filter(({ body }) => checkInput(body, { colour: 'red' }, '').issues?.colour)
  const isStrict = ({ policy }: Endpoint) => policy === 'business' || policy === 'service'
  expect(refused.filter(each => !isStrict(each)).map(describeCall)).toEqual([])
  const isObject = ({ body }: Endpoint) => body.type === 'object'
  const strict = endpoints.filter(each => isStrict(each) && isObject(each))
  expect(strict.length).toBeGreaterThan(20)
  expect(strict.filter(each => !refused.includes(each)).map(describeCall)).toEqual([])
})

describe('RV-1105 pages', () => {
  test('RV-1105 an empty cursor is the first page, in every list', async () => {
    await business.upload('b.jpg', await jpeg({ width: 41 }))
    await server.idle()
    const lists = endpoints.filter(
      ({ method, policy, params, query }) =>
        method === 'GET' &&
        policy !== 'service' &&
        params.type === 'undefined' &&
        'cursor' in getShape(query),
    )
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/photos', '/albums', '/shared-albums']),
    )
    for (const { service, path } of lists) {
      const list = SERVICES[service] + path
      expect([path, await send(business, 'GET', `${list}?cursor=`)]).toEqual([
        path,
        { status: 200, body: await read(business, list) },
      ])
    }
    expect((await send(business, 'GET', `${SERVICES.photoManagement}/photos?cursor=x`)).status).toBe(400)
  })

  test.each([
    [SERVICES.orders, '/v2/superorders/me', 'Limit'],
    [SERVICES.orders, `/orders/byAccount/${ids.account}`, 'limit'],
    [SERVICES.projects, `/api/v2/projects/${ids.account}`, 'limit'],
    [SERVICES.photoManagement, '/photos', 'limit'],
    [SERVICES.photoManagement, '/albums', 'limit'],
    [SERVICES.sharedAlbums, '/shared-albums', 'limit'],
  ])('RV-1105 %s%s has pages of up to 500', async (base, path, name) => {
    const statuses = [1, 500, 501].map(async limit => {
      const { status } = await send(business, 'GET', `${base}${path}?${name}=${limit}`)
      return status
    })
    expect(await Promise.all(statuses)).toEqual([200, 200, 400])
  })
})

const describeCall = ({ method, path }: Endpoint) => `${method} ${path}`

const getShape = (schema: Endpoint['query']): object => (schema as ZodObject).shape ?? {}
