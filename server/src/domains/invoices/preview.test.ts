import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import type { invoicePreview } from '#contract/retailer-invoices.ts'
import { getRefusals } from '#contract/retailer-refusals.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readEverything } from '../../testing/read-everything.ts'
import { createServiceToken } from '../services/tokens/command.ts'
import { invoiceForTests, invoiceGroupForTests } from './invoices.testing.ts'

const INVOICES = SERVICES.invoices
const CHANNEL = 'KEEPSAKE-GB'
const TOTALS = { lines: 9500, net: 9500, vat: 1600, gross: 11_100, due: 11_100 }

let business: Client
let token: string
let number: string
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  business = await server.customer({ business: true })
  token = await createToken()
  number = `2026-${randomUUID().slice(0, 8)}`
})

async function createToken(vendors: string[] | null = null): Promise<string> {
  const terms = { vendors, scopes: null, days: 1 }
  return (await createServiceToken(server.ctx, `shop-${randomUUID().slice(0, 8)}`, terms))!.token
}

const send = (method: string, path: string, body: object, service = token) =>
  fetch(`${server.origin}${INVOICES}/retailer/${path}`, {
    method,
    headers: { authorization: `Bearer ${service}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const preview = (more: Partial<typeof invoicePreview._zod.input> = {}, service = token) =>
  send('POST', 'invoices/preview', { ...invoiceForTests(business.accountId), number, ...more }, service)
const readAnswer = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
})

/** All but limits and tokens. */
const readStored = () => readEverything(server, ['rate_counts', 'service_tokens'])

test.each(['invoice', 'collective'] as const)(
  'NX-360 AA-084 a preview of the kind ‘%s’ is the PDF that it gets later, and stores nothing',
  async kind => {
    const before = await readStored()
    const response = await preview({ kind })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const pdf = Buffer.from(await response.arrayBuffer())
    await server.idle()
    expect(await readStored()).toEqual(before)
    const [path, body] =
      kind === 'invoice'
        ? [`invoices/${number}`, invoiceForTests(business.accountId)]
        : [`groups/${number}`, { ...invoiceGroupForTests(business.accountId, { number }), orders: [] }]
    const { id } = (await (await send('PUT', path, body)).json()) as { id: string }
    await server.idle()
    const file =
      kind === 'invoice' ? `HistoricalInvoice/me/pdf/${id}/${CHANNEL}` : `InvoiceGroupFiles/me/${number}`
    const stored = await business.fetch(`${INVOICES}/api/v1/${file}`)
    expect(Buffer.from(await stored.arrayBuffer()).equals(pdf)).toBe(true)
    // It may be seen again, also in another version: what is stored does not matter.
    expect((await preview({ kind, version: 7, dueDate: '2027-01-20' })).status).toBe(200)
  },
)

test('NX-360 AA-084 a preview whose body is not valid names its fields, and one whose figures do not agree its problems', async () => {
  const invalid = await readAnswer(await preview({ dueDate: '2026-11-01', kind: 'bill' as never }))
  expect(invalid).toMatchObject({
    status: 400,
    body: { code: 'bad-request', fields: { kind: 'not-valid' } },
  })
  expect((await readAnswer(await preview({ dueDate: '2026-11-01' }))).body.fields).toEqual({
    dueDate: 'conflict',
  })
  const totals = { ...TOTALS, vat: 1601 }
  const dryRun = await send(
    'PUT',
    `invoices/${number}?dryRun=true`,
    invoiceForTests(business.accountId, { totals }),
  )
  const { problems } = (await dryRun.json()) as { problems: unknown }
  const wrong = await readAnswer(await preview({ totals }))
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'bad-request', fields: { 'totals.vat': 'sum-differs' }, problems },
  })
  expect(problems).toMatchObject([{ path: 'totals.vat', expected: 1600, found: 1601 }])
})

test('NX-360 AA-084 a preview refuses what the invoice would be refused for; none of it is listed as refused', async () => {
  expect((await preview({ accountId: randomUUID() })).status).toBe(404)
  expect((await preview({}, await createToken(['snapbook']))).status).toBe(404)
  expect((await readAnswer(await preview({ channel: 'SNAPBOOK-GB' }))).body.fields).toEqual({
    channel: 'not-valid',
  })
  const terms = { vendors: null, scopes: ['orders:write' as const], days: 1 }
  const { token: orders } = (await createServiceToken(server.ctx, `o-${randomUUID().slice(0, 8)}`, terms))!
  expect((await preview({}, orders)).status).toBe(403)
  await server.idle()
  const refusals = await fetch(`${server.origin}${SERVICES.reports}${getRefusals.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(JSON.stringify(await refusals.json())).not.toContain('preview')
})

test('NX-360 AA-084 a service previews ten invoices in a minute; refused ones do not count, nor those of another service', async () => {
  for (let n = 0; n < 12; n++) expect((await preview({ totals: { ...TOTALS, due: 1 } })).status).toBe(400)
  const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await preview()).status))
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 429])
  const refused = await preview()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await preview({}, await createToken())).status).toBe(200)
  server.clock.advance(61_000)
  expect((await preview()).status).toBe(200)
})
