import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { CALLBACK_EVENT_TYPES, type CallbackEventType, callbackPayload } from '#contract/callback-payload.ts'
import * as contract from '#contract/callbacks.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getHistoricalInvoices, getInvoicePdf } from '#contract/invoices.ts'
import { getOrder } from '#contract/orders.ts'
import { change } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { remindOwners } from '../api-keys/index.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { upsertOrder } from '../orders/orders.ts'
import { deliverDue, type ReceivedCallback, startCallbackServer } from './callbacks.testing.ts'
import { onProductFileStored } from './emitters.ts'

/** Part of libxml2; without it the schemas cannot be checked. */
const XMLLINT = ['/usr/bin/xmllint', '/usr/local/bin/xmllint', '/opt/homebrew/bin/xmllint'].some(existsSync)

let business: Client
const callbacks = await startCallbackServer()
const { receiver, server, answerWith } = callbacks
beforeEach(async () => {
  business = await server.customer({ business: true })
})

const turnOn = (format?: 'JSON' | 'XML') => callbacks.saveAddress(business, undefined, format)
const setSettings = (version: '1' | '2026-12', events: CallbackEventType[] | null = null) =>
  business.call(contract.patchEndpoint, { params: { id: 'default' }, body: { version, events } })
const changeOrder = () => callbacks.changeOrder(business)
async function addInvoice(number = `2026-${randomUUID()}`): Promise<string> {
  await upsertInvoice(server.ctx, number, { ...invoiceForTests(business.accountId), orders: ['P-1', 'P-2'] })
  return number
}
const addProductFile = (productCode: string, purpose = 'product.pdf') =>
  change(server.ctx, tx =>
    onProductFileStored(server.ctx, tx, { accountId: business.accountId, productCode, purpose, version: 1 }),
  )
/** Waits for all deliveries; returns the callbacks of the account, by their type. */
async function receive(): Promise<Map<string, ReceivedCallback>> {
  await server.idle()
  const own = receiver.received.filter(({ body }) => body.includes(business.accountId))
  return new Map(
    own.map(each => [/"type":"([^"]+)"|<type>(.*)<\/type>/.exec(each.body)!.slice(1).join(''), each]),
  )
}
const listTypes = async () => [...(await receive()).keys()].sort()

describe('NX-353 an endpoint of version 1', () => {
  test('NX-353 gets its bodies, byte for byte, with their version in a header', async () => {
    for (const format of ['JSON', 'XML'] as const) {
      receiver.received.length = 0
      await turnOn(format)
      await setSettings('1')
      const [order, invoice] = [await changeOrder(), await addInvoice()]
      await business.call(contract.sendTest)
      await addProductFile('P-1-1')
      const received = await receive()
      expect([...received.keys()].sort()).toEqual(['invoice.ready', 'order.changed', 'test'])
      const values = { timestamp: server.clock.now().toISOString(), customer: business.accountId }
      for (const [type, { body, headers }] of received) {
        const fields = { 'order.changed': { orderCode: order }, 'invoice.ready': { invoiceNumber: invoice } }
        expect(body).toBe(RECORDED[format](type, values, fields[type as 'order.changed'] ?? {}))
        expect(headers['keepsake-version']).toBe('1')
      }
    }
  })

  test('NX-353 finds its schema, byte for byte', async () => {
    const schema = await readSchema('callback.xsd')
    expect(createHash('sha256').update(schema).digest('hex')).toBe(RECORDED_SCHEMA_SHA256)
  })
})

/** What version 1 sends. */
const RECORDED = {
  JSON: (type: string, { timestamp, customer }: Values, fields: Record<string, string>) =>
    `{"type":"${type}","timestamp":"${timestamp}","data":{"customer":"${customer}"${Object.entries(fields)
      .map(([name, text]) => `,"${name}":"${text}"`)
      .join('')}}}`,
  XML: (type: string, { timestamp, customer }: Values, fields: Record<string, string>) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<callback xmlns="urn:keepsake:callback:1">
  <type>${type}</type>
  <timestamp>${timestamp}</timestamp>
  <data>
    <customer>${customer}</customer>${Object.entries(fields)
      .map(([name, text]) => `\n    <${name}>${text}</${name}>`)
      .join('')}
  </data>
</callback>`,
}
const RECORDED_SCHEMA_SHA256 = 'cf3412d6e30e90af0f46ad604b4830d1d3f6d6bc43ad59dfab7e91aed02dbea9'

interface Values {
  timestamp: string
  customer: string
}

describe('NX-353 version 2026-12', () => {
  test('NX-353 is that of a new address, and has channel, status, version and an address that can be read', async () => {
    await turnOn()
    const { secret } = await business.call(contract.createSecret, { body: {} })
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({
      version: '2026-12',
      events: null,
    })
    const code = await changeOrder()
    const number = await addInvoice()
    await addProductFile('P-1-1')
    await addProductFile('P-1-2', 'cover.pdf')
    await business.call(contract.sendTest)
    const received = await receive()
    expect([...received.keys()].sort()).toEqual([
      'invoice.ready',
      'order.changed',
      'product-file.ready',
      'test',
    ])
    for (const { headers, body } of received.values()) {
      expect(headers['keepsake-version']).toBe('2026-12')
      callbackPayload.parse(new Webhook(secret).verify(body, headers as Record<string, string>))
    }
    const read = (type: string) => JSON.parse(received.get(type)!.body).data
    const { accountId: customer } = business
    const order = await business.call(getOrder, { params: { code } })
    expect(read('order.changed')).toEqual({
      customer,
      orderCode: code,
      channel: 'KEEPSAKE-GB',
      status: order.status,
      version: 1,
      url: `${server.origin}${SERVICES.orders}/v1/superorders/${code}`,
    })
    const { historicalInvoices } = await business.call(getHistoricalInvoices)
    const { id: invoiceId } = historicalInvoices.find(({ invoiceNumber }) => invoiceNumber === number)!
    expect(read('invoice.ready')).toEqual({
      customer,
      invoiceId,
      invoiceNumber: number,
      channel: 'KEEPSAKE-GB',
      kind: 'invoice',
      orderCodes: ['P-1', 'P-2'],
      version: 1,
      url: `${server.origin}${SERVICES.invoices}/api/v1/HistoricalInvoice/me/pdf/${invoiceId}/KEEPSAKE-GB`,
    })
    expect(getInvoicePdf.path).toBe('/api/v1/HistoricalInvoice/me/pdf/:id/:channel')
    expect(read('product-file.ready')).toEqual({
      customer,
      productCode: 'P-1-1',
      orderCode: null,
      purpose: 'product.pdf',
      version: 1,
      url: `${server.origin}${SERVICES.productFiles}/v1/pdf/me/P-1-1`,
    })
    expect(read('test')).toEqual({ customer })
  })

  test('NX-353 an event keeps its version and body in attempts and replays, whatever was chosen since', async () => {
    await turnOn()
    answerWith(503)
    const code = await changeOrder()
    const first = (await receive()).get('order.changed')!
    await setSettings('1')
    await upsertOrder(server.ctx, code, {
      ...orderForTests(business.accountId, server.clock.now()),
      version: 2,
      status: 'cancelled',
    })
    await server.idle()
    receiver.received.length = 0
    receiver.answer(response => response.end())
    server.clock.advance(10_000)
    await deliverDue(server)
    const retried = receiver.received.find(
      ({ headers }) => headers['webhook-id'] === first.headers['webhook-id'],
    )!
    expect([retried.body, retried.headers['keepsake-version']]).toEqual([first.body, '2026-12'])
    await setSettings('2026-12')
    receiver.received.length = 0
    const { events } = await business.call(contract.getCallbackEvents)
    for (const { id } of events) await business.call(contract.replayCallbackEvent, { params: { id } })
    await server.idle()
    const versions = receiver.received.map(({ headers }) => [
      headers['webhook-id'] === first.headers['webhook-id'],
      headers['keepsake-version'],
    ])
    expect(versions.toSorted()).toEqual([
      [false, '1'],
      [true, '2026-12'],
    ])
    const details = await business.call(contract.getCallbackEvent, {
      params: { id: String(first.headers['webhook-id']) },
    })
    expect(details.deliveries[0]!.request).toMatchObject({ version: '2026-12', body: first.body })
  })
})

describe('NX-354 the chosen events', () => {
  test('NX-354 without a choice are all; others are not sent, and a test is always sent', async () => {
    await turnOn()
    const changeAll = async () => {
      receiver.received.length = 0
      await changeOrder()
      await addInvoice()
      await addProductFile('P-1-1')
      await business.call(contract.sendTest)
      return listTypes()
    }
    expect(await changeAll()).toEqual(['invoice.ready', 'order.changed', 'product-file.ready', 'test'])
    const endpoint = await setSettings('2026-12', ['invoice.ready', 'order-file.refused', 'invoice.ready'])
    expect(endpoint).toMatchObject({ events: ['invoice.ready', 'order-file.refused'] })
    expect(await changeAll()).toEqual(['invoice.ready', 'test'])
    await setSettings('2026-12', [])
    expect(await changeAll()).toEqual(['test'])
    expect((await business.call(contract.getCallbackEvents)).total).toBe(4 + 4 + 4)
    await setSettings('2026-12', [...CALLBACK_EVENT_TYPES])
    expect(await changeAll()).toHaveLength(4)
    await setSettings('1', ['order.changed', 'product-file.ready'])
    expect(await changeAll()).toEqual(['order.changed', 'test'])
  })

  test.each<[string, unknown]>([
    ['an unknown version', { version: '2025-01', events: null }],
    ['an unknown type', { version: '1', events: ['order.lost'] }],
    ['a test', { version: '1', events: ['test'] }],
    ['another field', { version: '1', events: null, secret: '' }],
  ])('NX-354 %s is refused', async (_name, body) => {
    await turnOn()
    const refused = await business.expectError(contract.patchEndpoint, {
      params: { id: 'default' },
      body: body as never,
    })
    expect(refused.status).toBe(400)
    expect((await business.call(contract.getCallbacks)).endpoint?.version).toBe('2026-12')
  })

  test('NX-354 a blocked business changes nothing, and without an address there is nothing to change', async () => {
    const body = { version: '1', events: null } as const
    expect(
      (await business.expectError(contract.patchEndpoint, { params: { id: 'default' }, body })).status,
    ).toBe(404)
    await turnOn()
    await callbacks.setStatus(business, 'Blocked')
    expect(
      (await business.expectError(contract.patchEndpoint, { params: { id: 'default' }, body })).status,
    ).toBe(409)
  })
})

describe.runIf(XMLLINT)('NX-355 XML', () => {
  test('AA-108 of version 1 has the same fields and is valid by the published schema', async () => {
    await turnOn('XML')
    await setSettings('1')
    const schema = await writeSchema('callback.xsd')
    const code = await changeOrder()
    const number = await addInvoice(`2026-${randomUUID()} <&>`)
    await business.call(contract.sendTest)
    for (const { body, headers } of (await receive()).values()) {
      expect(headers['content-type']).toBe('application/xml; charset=utf-8')
      expect(await validate(schema, body)).toBe('valid')
      expect(await validate(schema, body.replace('<timestamp>', '<timestamp>no'))).toBe('invalid')
      expect(await validate(schema, body.replace(/<type>.*<\/type>/, '<type>order.lost</type>'))).toBe(
        'invalid',
      )
    }
    const sent = receiver.received.map(({ body }) => body).join('')
    expect(sent).toContain(`<orderCode>${code}</orderCode>`)
    expect(sent).toContain(number.replace('<&>', '&lt;&amp;&gt;</invoiceNumber>'))
  })

  test('NX-355 of version 2026-12 is valid by a schema that accepts later types and fields', async () => {
    await turnOn('XML')
    const { secret } = await business.call(contract.createSecret, { body: {} })
    const schema = await writeSchema('callback-2.xsd')
    const code = await changeOrder()
    await addInvoice()
    await addProductFile('P-1-1')
    await business.call(contract.sendTest)
    const received = await receive()
    expect([...received.keys()].sort()).toEqual([
      'invoice.ready',
      'order.changed',
      'product-file.ready',
      'test',
    ])
    for (const { body, headers } of received.values()) {
      expect(headers['keepsake-version']).toBe('2026-12')
      new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
      expect(await validate(schema, body)).toBe('valid')
      const change = (from: string | RegExp, to: string) => validate(schema, body.replace(from, to))
      expect(await change(/<type>.*<\/type>/, '<type>parcel-2.lost</type>')).toBe('valid')
      expect(await change('</data>', '<later><x xmlns="urn:other">1</x></later></data>')).toBe('valid')
      expect(await change('</data>', '</data><later>1</later>')).toBe('valid')
      expect(await change(/<type>.*<\/type>/, '<type>Parcel Lost</type>')).toBe('invalid')
      expect(await change('<timestamp>', '<timestamp>no')).toBe('invalid')
      expect(await change(/<data>[\s\S]*<\/data>/, '')).toBe('invalid')
      expect(await change('callback:2', 'callback:1')).toBe('invalid')
    }
    expect(received.get('order.changed')!.body).toContain(`<orderCode>${code}</orderCode>`)
    expect(received.get('order.changed')!.body).toContain('<version>1</version>')
    expect(received.get('invoice.ready')!.body).toMatch(
      /<orderCodes>P-1<\/orderCodes>\s*<orderCodes>P-2<\/orderCodes>/,
    )
    // Null has no element.
    expect(received.get('product-file.ready')!.body).not.toContain('orderCode')
  })
})

/** Last, because the clock is far ahead of the real time afterwards. */
test('NX-353 tells of an API key that ends soon, once', async () => {
  await turnOn()
  const { id: keyId, expiresAt } = await business.call(createApiKey, {
    body: { name: 'ERP', scopes: ['orders:read'], days: 90 },
  })
  server.clock.set(new Date(Date.parse(expiresAt) - 30 * 86_400_000))
  await remindOwners(server.ctx)
  await remindOwners(server.ctx)
  await server.idle()
  const own = receiver.received.filter(({ body }) => body.includes(business.accountId))
  expect(own.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'api-key.expiring', data: { customer: business.accountId, keyId, name: 'ERP', expiresAt } },
  ])
})

async function readSchema(name: string): Promise<string> {
  const answer = await fetch(new URL(`${SERVICES.callbacks}/${name}`, server.origin))
  expect(answer.status).toBe(200)
  return answer.text()
}

async function writeSchema(name: string): Promise<string> {
  const file = join(server.ctx.config.dataDir, name)
  await writeFile(file, await readSchema(name))
  return file
}

async function validate(schema: string, xml: string): Promise<'valid' | 'invalid'> {
  const file = join(server.ctx.config.dataDir, 'callback.xml')
  await writeFile(file, xml)
  try {
    await promisify(execFile)('xmllint', ['--nonet', '--noout', '--schema', schema, file])
    return 'valid'
  } catch (error) {
    if ((error as { code?: unknown }).code === 3) return 'invalid'
    throw error
  }
}
