import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '#contract/endpoint.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getInvoicePdf } from '#contract/invoices.ts'
import { getManifest, getManifestOfMonth, MANIFEST_PAGE } from '#contract/manifest.ts'
import { getOrder } from '#contract/orders.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readPages } from '../../testing/read-pages.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { createKeyForTests } from '../api-keys/api-keys.testing.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { upsertOrder } from '../orders/orders.ts'

const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

const sendOrder = (accountId: string, code: string, createdAt: string, version = 1) =>
  upsertOrder(
    server.ctx,
    code,
    orderForTests(accountId, createdAt, { version, products: [productForTests(`${code}-1`)] }),
  )

/** A business whose key has these scopes, as its system calls. */
async function createSystem(...scopes: ('orders:read' | 'invoices:read')[]) {
  const business = await server.customer({ business: true })
  const { key } = await createKeyForTests(business, { scopes })
  return {
    business,
    system: new Client(server.origin, business.accountId, '', key),
    accountId: business.accountId,
  }
}

/** What a system knows, by month: the lines of its orders and invoices. */
type Known = Map<string, string[]>
const hashOf = (lines: readonly string[]) =>
  createHash('sha256')
    .update(lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join(''))
    .digest('hex')
type Item = Answer<typeof getManifestOfMonth>['items'][number]
const toLine = ({ type, id, version }: Item) => `${type} ${id} ${version}\n`

test('NX-443 a month’s hash is that of ids and versions; an altered order is found in three calls', async () => {
  const { system, accountId } = await createSystem('orders:read', 'invoices:read')
  await sendOrder(accountId, 'K-7', '2026-09-30T23:59:59.999Z')
  await sendOrder(accountId, 'K-8', '2026-10-01T00:00:00Z', 3)
  await sendOrder(accountId, 'K-10', '2026-10-31T23:59:59.999Z', 12)
  await sendOrder(accountId, 'K-9', '2026-11-01T00:00:00Z')
  await upsertInvoice(
    server.ctx,
    '2026-Ä1',
    invoiceForTests(accountId, { version: 2, issueDate: '2026-10-31' }),
  )
  await upsertInvoice(
    server.ctx,
    '2026-0412',
    invoiceForTests(accountId, { version: 2, issueDate: '2026-10-01' }),
  )
  await server.idle()
  const known: Known = new Map([
    ['2026-09', ['order K-7 1\n']],
    ['2026-10', ['order K-8 3\n', 'order K-10 12\n', 'invoice 2026-0412 2\n', 'invoice 2026-Ä1 2\n']],
    ['2026-11', ['order K-9 1\n']],
  ])
  expect((await system.call(getManifest)).months).toEqual([
    { month: '2026-11', orders: 1, invoices: 0, hash: hashOf(known.get('2026-11')!) },
    { month: '2026-10', orders: 2, invoices: 2, hash: hashOf(known.get('2026-10')!) },
    { month: '2026-09', orders: 1, invoices: 0, hash: hashOf(known.get('2026-09')!) },
  ])

  // The system has missed a version.
  server.clock.advance(1000)
  await sendOrder(accountId, 'K-10', '2026-10-31T23:59:59.999Z', 13)
  const { months } = await system.call(getManifest)
  const differing = months.filter(({ month, hash }) => hash !== hashOf(known.get(month)!))
  expect(differing.map(({ month }) => month)).toEqual(['2026-10'])
  const page = await system.call(getManifestOfMonth, { params: { month: '2026-10' } })
  const altered = page.items.filter(item => !known.get('2026-10')!.includes(toLine(item)))
  expect(altered).toMatchObject([{ type: 'order', id: 'K-10', version: 13 }])
  const order = await system.call(getOrder, { params: { code: altered[0]!.id } })
  expect([order.version, order.changedAt]).toEqual([altered[0]!.version, altered[0]!.changedAt])
  expect(page.items.map(toLine).join('')).toBe(
    'invoice 2026-0412 2\ninvoice 2026-Ä1 2\norder K-10 13\norder K-8 3\n',
  )
  expect([page.hash, page.cursor]).toEqual([hashOf(page.items.map(toLine)), null])
})

test('NX-443 an invoice is named with its PDF and the hash of its bytes', async () => {
  const { business, system, accountId } = await createSystem('orders:read', 'invoices:read')
  await upsertInvoice(server.ctx, 'M-1', invoiceForTests(accountId))
  await upsertInvoice(server.ctx, 'M-2', invoiceForTests(accountId, { pdf: 'supplied' }))
  await server.idle()
  const { items } = await system.call(getManifestOfMonth, { params: { month: '2026-11' } })
  const [ready, announced] = items
  const params = { id: ready!.invoiceId!, channel: ready!.channel! }
  const pdf = Buffer.from(await (await business.send(getInvoicePdf, { params })).arrayBuffer())
  expect(ready).toMatchObject({ id: 'M-1', sha256: createHash('sha256').update(pdf).digest('hex') })
  expect(announced).toMatchObject({ id: 'M-2', invoiceId: expect.any(String) })
  expect(announced).not.toHaveProperty('sha256')
})

test('NX-443 a key that reads orders only gets orders only; months of others and malformed ones are refused', async () => {
  const { business, system, accountId } = await createSystem('orders:read')
  await sendOrder(accountId, 'K-443', '2026-10-01T00:00:00Z')
  await upsertInvoice(server.ctx, 'M-3', invoiceForTests(accountId, { issueDate: '2026-10-01' }))
  await server.idle()
  const hash = hashOf(['order K-443 1\n'])
  expect((await system.call(getManifest)).months).toEqual([
    { month: '2026-10', orders: 1, invoices: 0, hash },
  ])
  const params = { month: '2026-10' }
  expect(await system.call(getManifestOfMonth, { params })).toMatchObject({ hash, items: [{ id: 'K-443' }] })
  expect((await business.call(getManifest)).months).toMatchObject([{ orders: 1, invoices: 1 }])
  const stranger = await createSystem('orders:read')
  expect(await stranger.system.call(getManifest)).toEqual({ months: [] })
  expect((await stranger.system.expectError(getManifestOfMonth, { params })).status).toBe(404)
  const withoutScope = await createSystem('invoices:read')
  expect((await withoutScope.system.send(getManifest)).status).toBe(403)
  for (const month of ['2026-13', '2026-00', '2026-1', '0000-01', '2026'])
    expect((await system.expectError(getManifestOfMonth, { params: { month } })).status).toBe(400)
})

test('NX-443 a month of more than a page is read to its end, also where two channels have one number', async () => {
  const { system, accountId } = await createSystem('orders:read', 'invoices:read')
  const rows = Array.from({ length: MANIFEST_PAGE + 5 }, (_, n) => ({
    account_id: accountId,
    code: `L-${n}`,
    version: n,
    created_at: new Date('2026-10-05'),
    body: '{}' as never,
    state: 'ordered' as const,
    search_text: '',
    placed_year: 2026,
    received_at: new Date('2026-10-05'),
    updated_at: new Date('2026-10-05'),
  }))
  await server.ctx.db.insertInto('orders').values(rows).execute()
  for (const channel of ['KEEPSAKE-GB', 'KEEPSAKE-IE'])
    await upsertInvoice(server.ctx, 'SAME', invoiceForTests(accountId, { channel, issueDate: '2026-10-05' }))
  const params = { month: '2026-10' }
  const pages = await readPages(query => system.call(getManifestOfMonth, { params, query }))
  expect(pages.map(({ items }) => items.length)).toEqual([MANIFEST_PAGE, 7])
  const items = pages.flatMap(each => each.items)
  expect(items.filter(({ type }) => type === 'invoice').map(({ channel }) => channel)).toEqual([
    'KEEPSAKE-GB',
    'KEEPSAKE-IE',
  ])
  expect(new Set(items.map(({ id, channel }) => `${id} ${channel}`)).size).toBe(rows.length + 2)
  expect(pages.map(({ hash }) => hash)).toEqual(Array(2).fill(hashOf(items.map(toLine))))
  const other = { params: { month: '2026-11' }, query: { cursor: pages[0]!.cursor! } }
  await sendOrder(accountId, 'L-other', '2026-11-05T00:00:00Z')
  expect((await system.expectError(getManifestOfMonth, other)).status).toBe(400)
  expect(SERVICES.callbacks + getManifest.path).toBe('/api/callbacks/v1/manifest')
})
