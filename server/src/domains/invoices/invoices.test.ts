import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import * as contract from '#contract/invoices.ts'
import type { retailerInvoice } from '#contract/retailer-invoices.ts'
import { listRows } from '../../platform/db/rows.ts'
import { createRecordingLog } from '../../platform/log/recording-log.testing.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { createTestStorage, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders/orders.ts'
import { invoices, renderPdf } from './index.ts'
import { invoiceForTests, invoiceGroupForTests, LINES } from './invoices.testing.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const CHANNEL = 'KEEPSAKE-GB'
const DAY = 86_400_000
const config = { serviceTokens: [{ name: 'shop', token: TOKEN }] }

let business: Client
let number: string
const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(await testServer({ config, log }))
beforeEach(async () => {
  business = await server.customer({ business: true })
  number = `2026-${randomUUID().slice(0, 8)}`
  clearOutput()
})

async function send(path: string, body: object | Buffer, at = server) {
  const isPdf = Buffer.isBuffer(body)
  const response = await fetch(`${at.origin}${SERVICES.invoices}/retailer/${path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': isPdf ? 'application/pdf' : 'application/json',
    },
    body: isPdf ? new Uint8Array(body) : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

type More = Partial<typeof retailerInvoice._zod.input>

const put = (more: More = {}, at = server) =>
  send(`invoices/${encodeURIComponent(number)}`, invoiceForTests(business.accountId, more), at)
const list = async (client = business) =>
  (await client.call(contract.getHistoricalInvoices)).historicalInvoices
const pdfPath = (id: string, channel = CHANNEL) =>
  `${SERVICES.invoices}/api/v1/HistoricalInvoice/me/pdf/${id}/${channel}`
const groupPath = (id: string) => `${SERVICES.invoices}/api/v1/InvoiceGroupFiles/me/${id}`
/** Announces an invoice and waits for its PDF; returns its id. */
async function announce(more: More = {}): Promise<string> {
  const { status, body } = await put(more)
  expect(status).toBe(200)
  await server.idle()
  return body.id
}
async function readBytes(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('AA-085 the invoices of a business customer', () => {
  test('AA-084 OP-72 are listed newest first with number, date, amount, currency, status and channel', async () => {
    const first = await announce({ issueDate: '2026-01-15', orders: ['K-unknown'] })
    const order = `K-${randomUUID()}`
    await upsertOrder(server.ctx, order, orderForTests(business.accountId, server.clock.now()))
    const invoiceNumber = number
    number = `${number}-C`
    const corrects = [{ number: invoiceNumber, issueDate: '2026-01-15' }]
    const credit = await announce({ kind: 'credit-note', corrects, orders: [order] })
    expect(await list()).toEqual([
      {
        id: credit,
        invoiceNumber: number,
        version: 1,
        changedAt: expect.any(String),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        kind: 'credit-note',
        date: '2026-11-20',
        amount: -11_100,
        currency: 'GBP',
        status: 'ready',
        channel: CHANNEL,
        orders: [{ code: order, isKnown: true }],
        corrects: [invoiceNumber],
        canRetry: false,
      },
      expect.objectContaining({
        id: first,
        amount: 11_100,
        kind: 'invoice',
        date: '2026-01-15',
        orders: [{ code: 'K-unknown', isKnown: false }],
      }),
    ])
  })

  test('AA-085 an invoice downloads as a PDF with its number as file name', async () => {
    const answer = await business.fetch(pdfPath(await announce()))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${number}.pdf`)
    const bytes = await readBytes(answer)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('AA-086 a collective invoice downloads by the id of its group, and is listed with it', async () => {
    const group = `G-${randomUUID()}`
    const body = invoiceGroupForTests(business.accountId, { number })
    expect((await send(`groups/${group}`, body)).status).toBe(200)
    await server.idle()
    expect(await list()).toMatchObject([
      { invoiceNumber: number, kind: 'collective', invoiceGroupId: group, orders: [{}, {}] },
    ])
    const answer = await business.fetch(groupPath(group))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect((await readBytes(answer)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('AA-085 AA-086 a foreign invoice, an unknown one and another channel answer the same 404', async () => {
    const id = await announce()
    const group = `G-${randomUUID()}`
    await send(`groups/${group}`, invoiceGroupForTests(business.accountId, { number: `${number}-G` }))
    await server.idle()
    const stranger = await server.customer({ business: true })
    const answers = await Promise.all([
      stranger.fetch(pdfPath(id)),
      business.fetch(pdfPath(randomUUID())),
      business.fetch(pdfPath(id, 'KEEPSAKE-IE')),
      business.fetch(pdfPath(id, 'no channel')),
      stranger.fetch(groupPath(group)),
      business.fetch(groupPath(randomUUID())),
      business.fetch(groupPath(id)),
    ])
    for (const answer of answers) {
      const { code, message } = await answer.json()
      expect([answer.status, code, message]).toEqual([404, 'not-found', 'Invoice not found'])
    }
    expect((await business.fetch(pdfPath('1'))).status).toBe(400)
    expect(await list(stranger)).toEqual([])
  })

  test('AA-085 a consumer gets 403 from every call', async () => {
    const consumer = await server.customer()
    const id = await announce()
    const paths = [
      `${SERVICES.invoices}/api/v1/HistoricalInvoice/me`,
      pdfPath(id),
      groupPath(randomUUID()),
      `${SERVICES.invoices}/v1/archives/2026/url`,
    ]
    for (const path of paths) expect((await consumer.fetch(path)).status).toBe(403)
  })
})

test('AA-084 OP-59 an erased account leaves number, date, amount and currency of its invoices', async () => {
  const neighbour = business
  await announce()
  const kept = number
  business = await server.customer({ business: true })
  number = `2026-${randomUUID().slice(0, 8)}`
  const id = await announce()
  const { accountId } = business
  await invoices.eraseAccount!.erase(server.ctx, { accountId, by: 'Ada', rule: 'customer-care' })
  const records = await listRows(server.ctx.db, 'invoice_records', { number: [number, kept] })
  const amount = { issue_date: '2026-11-20', amount: '11100', currency: 'GBP' }
  expect(records).toEqual([{ channel: CHANNEL, number, ...amount }])
  expect((await business.fetch(pdfPath(id))).status).toBe(404)
  expect(await list(neighbour)).toMatchObject([{ invoiceNumber: kept }])
})

describe('AA-084 the PDF of an invoice', () => {
  test('is rendered once: the same bytes later, after another version and after a restart', async () => {
    const storage = await createTestStorage()
    const first = await testServer({ config, storage })
    business = await first.customer({ business: true })
    const { id } = (await put({}, first)).body
    await first.idle()
    const before = await readBytes(await business.fetch(pdfPath(id)))
    expect(await put({ version: 2 }, first)).toMatchObject({ body: { stored: true, state: 'ready' } })
    await renderPdf(first.ctx, business.accountId, id)
    await first.close()
    const second = await testServer({ config, storage })
    const again = await fetch(`${second.origin}${pdfPath(id)}`, {
      headers: { authorization: `Bearer ${business.token}` },
    })
    expect((await readBytes(again)).equals(before)).toBe(true)
    await second.close()
    await storage.remove()
  })

  test('of a version that another one has replaced meanwhile is not kept, that of the other one is', async () => {
    const { blobs } = server.ctx
    const keys: string[] = []
    onTestFinished(() => void vi.restoreAllMocks())
    const original = blobs.put
    vi.spyOn(blobs, 'put').mockImplementation(async (key, ...rest) => {
      keys.push(key)
      if (keys.length === 1) expect((await put({ version: 2, notes: ['Corrected'] })).status).toBe(200)
      return original(key, ...rest)
    })
    const id = await announce()
    await server.idle()
    expect(keys).toHaveLength(2)
    const stored = await Array.fromAsync(blobs.list(`${business.accountId}/invoices/`), ({ key }) => key)
    expect(stored).toEqual([keys[1]])
    const bytes = await readBytes(await business.fetch(pdfPath(id)))
    expect(keys[1]).toContain(createHash('sha256').update(bytes).digest('hex'))
  })

  test('exists: other content is a conflict, whatever its version', async () => {
    const id = await announce()
    const before = await readBytes(await business.fetch(pdfPath(id)))
    expect((await put({ notes: ['Changed'] })).status).toBe(409)
    expect((await put({ version: 2, notes: ['Changed'] })).status).toBe(409)
    await server.idle()
    expect((await readBytes(await business.fetch(pdfPath(id)))).equals(before)).toBe(true)
  })

  test('is not there before it becomes available', async () => {
    const from = new Date(server.clock.now().getTime() + 10 * DAY).toISOString()
    const id = await announce({ availableFrom: from })
    expect(await list()).toMatchObject([{ status: 'announced', availableFrom: from }])
    await renderPdf(server.ctx, business.accountId, id)
    expect((await business.fetch(pdfPath(id))).status).toBe(404)
    server.clock.advance(10 * DAY)
    await renderPdf(server.ctx, business.accountId, id)
    server.clock.set(new Date())
    expect((await business.fetch(pdfPath(id))).status).toBe(200)
    expect(await list()).toMatchObject([{ status: 'ready' }])
  })

  test('that cannot be rendered is failed, can be retried, and is logged for the operator', async () => {
    const id = await announce({ pdf: 'supplied' })
    const row = server.ctx.db.updateTable('invoices').where('invoice_id', '=', id)
    // A document that the contract refuses, so that the renderer fails.
    await row.set({ pdf_source: 'rendered', body: '{"kind":"invoice","orders":[],"corrects":[]}' }).execute()
    await renderPdf(server.ctx, business.accountId, id)
    expect(await list()).toMatchObject([{ status: 'failed', canRetry: true }])
    expect(output()).toContain('"code":"invoice-rendering"')
    const params = { id }
    await row.set({ body: JSON.stringify(documentOf(invoiceForTests(business.accountId))) }).execute()
    expect(await business.call(contract.retryInvoice, { params })).toMatchObject({ status: 'announced' })
    await server.idle()
    expect(await list()).toMatchObject([{ status: 'ready' }])
    expect((await business.expectError(contract.retryInvoice, { params })).status).toBe(409)
    const stranger = await server.customer({ business: true })
    expect((await stranger.expectError(contract.retryInvoice, { params })).status).toBe(404)
  })

  test('can be the retailer’s own', async () => {
    const pdf = Buffer.from('%PDF-1.4\nthe retailer’s own\n%%EOF\n')
    const own = `invoices/${number}/${CHANNEL}/pdf`
    expect((await send(own, pdf)).status).toBe(404)
    const id = await announce({ pdf: 'supplied' })
    expect(await list()).toMatchObject([{ status: 'announced' }])
    expect((await send(own, Buffer.from('<html>'))).status).toBe(400)
    expect((await send(own, Buffer.from('%PDF-1.4\nhalf of'))).status).toBe(400)
    expect(await send(own, pdf)).toEqual({ status: 200, body: { id, stored: true, state: 'ready' } })
    expect(await send(own, pdf)).toEqual({ status: 200, body: { id, stored: false, state: 'ready' } })
    expect((await send(own, Buffer.from('%PDF-1.4\nanother\n%%EOF\n'))).status).toBe(409)
    expect(await readBytes(await business.fetch(pdfPath(id)))).toEqual(pdf)
  })

  test('of an announced invoice cannot be replaced by the retailer’s own', async () => {
    await announce()
    const pdf = Buffer.from('%PDF-1.4\nthe retailer’s own\n%%EOF\n')
    expect((await send(`invoices/${number}/${CHANNEL}/pdf`, pdf)).status).toBe(409)
  })
})

describe('RV-831 whether an invoice is paid', () => {
  const listStatuses = async () => (await list()).map(({ paymentStatus }) => paymentStatus)

  test('RV-831 is what the retailer sent last, also after the PDF exists, which stays the same', async () => {
    const id = await announce({ paymentStatus: 'open' })
    expect(await listStatuses()).toEqual(['open'])
    const before = await readBytes(await business.fetch(pdfPath(id)))
    expect(await put({ version: 2, paymentStatus: 'paid' })).toMatchObject({
      body: { stored: true, state: 'ready' },
    })
    expect((await put({ version: 2, paymentStatus: 'paid' })).body).toMatchObject({ stored: false })
    await server.idle()
    expect(await listStatuses()).toEqual(['paid'])
    expect((await readBytes(await business.fetch(pdfPath(id)))).equals(before)).toBe(true)
    expect((await put({ version: 2, paymentStatus: 'open' })).status).toBe(409)
    expect((await put({ version: 3, paymentStatus: 'open', notes: ['Changed'] })).status).toBe(409)
    expect(await listStatuses()).toEqual(['paid'])
    expect((await put({ version: 3 })).body).toMatchObject({ stored: true })
    expect(await listStatuses()).toEqual([undefined])
  })

  test.each([
    ['open', undefined],
    ['paid', 'paid'],
  ] as const)(
    'RV-1061 an %s invoice reads credited once credit notes take back all of it',
    async (status, paidBack) => {
      await announce({ paymentStatus: status })
      const invoice = number
      const corrects = [{ number: invoice, issueDate: '2026-11-20' }]
      const whole = invoiceForTests(business.accountId)
      const creditLine = async (line: number) => {
        number = `${invoice}-C${line}`
        const [net, vat] = line === 0 ? [8000, 1600] : [1500, 0]
        const totals = { lines: net, net, vat, gross: net + vat, due: net + vat }
        const part = { lines: [whole.lines[line]!], vat: [whole.vat[line]!], totals }
        await announce({ kind: 'credit-note', corrects, paymentStatus: 'paid', ...part })
      }
      const statusOf = async (each: string) =>
        (await list()).find(({ invoiceNumber }) => invoiceNumber === each)?.paymentStatus
      await creditLine(0)
      expect(await statusOf(invoice)).toBe(status)
      number = `${invoice}-wrong`
      await announce({ kind: 'credit-note', corrects, totals: { ...whole.totals, vat: 1601 } })
      expect((await list()).find(each => each.invoiceNumber === number)).toMatchObject({ status: 'failed' })
      expect(await statusOf(invoice)).toBe(status)
      await creditLine(1)
      expect(await statusOf(invoice)).toBe('credited')
      for (const line of [0, 1]) expect(await statusOf(`${invoice}-C${line}`)).toBe(paidBack)
      number = `${invoice}-other`
      await announce({ paymentStatus: 'open' })
      expect(await statusOf(number)).toBe('open')
    },
  )

  test('RV-831 without it an invoice of which nothing was due is paid, others are not known', async () => {
    await announce()
    expect(await listStatuses()).toEqual([undefined])
    const totals = { lines: 9500, net: 9500, vat: 1600, gross: 11_100, paid: 11_100, due: 0 }
    number = `${number}-P`
    await announce({ totals })
    expect(await listStatuses()).toEqual(['paid', undefined])
  })
})

describe('AA-084 what the retailer sends', () => {
  test('RV-1061 what contradicts its order is stored, with a warning that names both values, also in the log', async () => {
    const code = `K-${randomUUID()}`
    const total = { amount: 11_000, currency: 'GBP' }
    await upsertOrder(
      server.ctx,
      code,
      orderForTests(business.accountId, new Date('2026-11-20T10:00:00Z'), { total }),
    )
    const contradiction = {
      path: 'totals.gross',
      code: 'order-differs',
      expected: 11_000,
      found: 11_100,
      severity: 'warning',
    }
    const sent = await put({ orders: [code] })
    expect(sent).toMatchObject({
      status: 200,
      body: { stored: true, state: 'announced', problems: [contradiction] },
    })
    expect(output()).toContain('an invoice contradicts its order')
    await server.idle()
    expect((await list())[0]).toMatchObject({ status: 'ready' })
    const read = async () => {
      const path = `${SERVICES.invoices}/retailer/invoices/${number}?channel=${CHANNEL}`
      const headers = { authorization: `Bearer ${TOKEN}` }
      return (await (await fetch(server.origin + path, { headers })).json()).problems
    }
    expect(await read()).toEqual([contradiction])
    // As both are now: another version of the order agrees.
    const agreeing = orderForTests(business.accountId, new Date('2026-11-20T10:00:00Z'), {
      version: 2,
      total: { amount: 11_100, currency: 'GBP' },
    })
    await upsertOrder(server.ctx, code, agreeing)
    expect(await read()).toEqual([])
    // The second invoice of an order is a part of it, as its credit note is.
    number = `${number}-2`
    expect((await put({ orders: [code] })).body).not.toHaveProperty('problems')
  })

  test('NX-359 RV-870 the answer and the read-back of a failed one name path, expected and found value', async () => {
    const totals = { lines: 9500, net: 9500, vat: 1601, gross: 11_100, due: 11_100 }
    const problems = [
      { path: 'totals.vat', code: 'sum-differs', expected: 1600, found: 1601, severity: 'error' },
    ]
    const sent = await put({ totals })
    expect(sent.body).toMatchObject({ stored: true, state: 'failed', problems })
    const read = () =>
      fetch(`${server.origin}${SERVICES.invoices}/retailer/invoices/${number}?channel=${CHANNEL}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      }).then(response => response.json())
    expect(await read()).toMatchObject({ version: 1, state: 'failed', problems })
    // Sent again, it says the same.
    expect((await put({ totals })).body).toMatchObject({ stored: false, state: 'failed', problems })
    const rates = await put({ version: 2, vat: [{ category: 'S', rate: 2000, taxable: 8000, tax: 1600 }] })
    expect(rates.body.problems).toEqual([
      { path: 'vat', code: 'missing', expected: 'Z 0', severity: 'error' },
    ])
    const corrected = await put({ version: 3 })
    expect(corrected.body).toMatchObject({ state: 'announced' })
    expect(corrected.body).not.toHaveProperty('problems')
    await server.idle()
    expect(await read()).toMatchObject({ version: 3, state: 'ready', problems: [] })
  })

  test('NX-145 the invoice of a consumer is stored; without a buyer only a receipt is', async () => {
    const { accountId } = await server.customer()
    expect((await send(`invoices/${number}`, invoiceForTests(accountId))).status).toBe(200)
    const { buyer: _, ...withoutBuyer } = invoiceForTests(accountId)
    const refused = await send(`invoices/${number}-2`, withoutBuyer)
    expect([refused.status, refused.body.fields]).toEqual([400, { buyer: 'missing' }])
    expect((await send(`invoices/${number}-2`, { ...withoutBuyer, kind: 'receipt' })).status).toBe(200)
  })

  test('figures that do not agree make it failed, which is logged, until a version corrects them', async () => {
    const totals = { lines: 9500, net: 9500, vat: 1601, gross: 11_101, due: 11_101 }
    expect((await put({ totals })).body).toMatchObject({ state: 'failed' })
    await server.idle()
    expect(await list()).toMatchObject([{ status: 'failed', canRetry: false, amount: 11_101 }])
    expect(output()).toContain('"code":"invoice-figures"')
    expect(output()).toContain('"path":"totals.vat","code":"sum-differs","expected":1600,"found":1601')
    const [{ id }] = (await list()) as [contract.HistoricalInvoice]
    expect((await business.expectError(contract.retryInvoice, { params: { id } })).status).toBe(409)
    await announce({ version: 2 })
    expect(await list()).toMatchObject([{ status: 'ready', amount: 11_100 }])
  })

  test('the number of another account’s invoice, or of a collective one, is a conflict', async () => {
    await announce()
    const other = await server.customer({ business: true })
    const path = `invoices/${number}`
    expect((await send(path, invoiceForTests(other.accountId, { version: 2 }))).status).toBe(409)
    const group = invoiceGroupForTests(business.accountId, { number })
    expect((await send(`groups/G-${randomUUID()}`, group)).status).toBe(409)
  })

  test('the same number in another channel is another invoice', async () => {
    await announce()
    await announce({ channel: 'KEEPSAKE-IE' })
    expect((await list()).map(({ channel }) => channel).sort()).toEqual(['KEEPSAKE-GB', 'KEEPSAKE-IE'])
  })

  test('a number with a slash is accepted, and is no folder', async () => {
    number = `${number}/0413`
    const answer = await business.fetch(pdfPath(await announce()))
    expect(answer.headers.get('content-disposition')).toContain(number.replace('/', '-'))
  })

  test.each<[string, More, string]>([
    ['a channel of another vendor', { channel: 'HERZBILD-DE' }, 'channel'],
    ['an unknown channel', { channel: 'NOWHERE' }, 'channel'],
    ['0 % as a standard rate', { vat: [vat('S', 0)] }, 'vat.0.rate'],
    ['an exemption without a reason', { vat: [vat('E', 0)] }, 'vat.0.reason'],
    ['the same rate twice', { vat: [vat('Z', 0), vat('Z', 0)] }, 'vat.1'],
    ['reverse charge without the buyer’s VAT id', { vat: [vat('AE', 0, 'Reverse charge')] }, 'buyer.vatId'],
    ['a supply within the EU without its delivery', { vat: [vat('K', 0, 'Within EU')] }, 'delivery.date'],
    ['an amount due without a date', { dueDate: undefined }, 'dueDate'],
    [
      'RV-871 a quantity of five decimals',
      { lines: [{ ...LINES[0]!, quantity: 1.00001 }] },
      'lines.0.quantity',
    ],
    ['a credit note for nothing', { kind: 'credit-note' }, 'corrects'],
    ['a transfer to nowhere', { payment: { method: 'credit-transfer' } }, 'payment.iban'],
  ])('%s is refused, with the field', async (_, more, field) => {
    const body = { ...invoiceForTests(business.accountId), ...more }
    const answer = await send(`invoices/${number}`, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toContain(field)
  })
})

const vat = (category: 'S' | 'Z' | 'E' | 'AE' | 'K', rate: number, reason?: string) => ({
  category,
  rate,
  taxable: 9500,
  tax: 0,
  ...(reason && { reason }),
})

function documentOf({ version: _, accountId: __, pdf: ___, ...fields }: ReturnType<typeof invoiceForTests>) {
  return { ...fields, number }
}
