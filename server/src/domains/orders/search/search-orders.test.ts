import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderSearchState } from '#contract/order-search.ts'
import { searchOrders } from '#contract/order-searches.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { orderForTests } from '../../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders.ts'

const NOW = '2026-11-22T11:50:00Z'
const DAY = 86_400_000

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  server.clock.set(NOW)
  customer = await server.customer()
})

type Parts = NonNullable<Parameters<typeof orderForTests>[2]>

/** Stores an order placed `days` ago with a product; returns its code. */
async function place(days: number, more: Parts & { code?: string; title?: string } = {}): Promise<string> {
  const { code = `K-${randomUUID()}`, title = 'A print', ...parts } = more
  const products = parts.products ?? [{ code: `${code}-1`, article: 'PRINT', title }]
  const createdAt = new Date(Date.parse(NOW) - days * DAY)
  await upsertOrder(server.ctx, code, orderForTests(customer.accountId, createdAt, { ...parts, products }))
  return code
}
type Query = Parameters<typeof search>[0]
const search = (query: {
  q?: string
  state?: OrderSearchState
  year?: number
  articleNames?: string[]
  cursor?: string
  limit?: number
}) => customer.call(searchOrders, { query })
const codes = async (query: Query) => (await search(query)).superOrders.map(order => order.superOrderCode)

describe('NX-147 search of orders', () => {
  test('by code without hyphens, title and article, in any case and without accents; all words must match', async () => {
    const run = randomUUID().slice(0, 8)
    const calendar = await place(3, { code: `4711-1873-${run}`, title: 'Wandkalender ‘Été in Köln’' })
    const book = await place(2, { code: `4711-1902-${run}`, title: 'Photo book' })
    expect(await codes({})).toEqual([book, calendar])
    expect(await codes({ q: '47111873' })).toEqual([calendar])
    expect(await codes({ q: '4711-19' })).toEqual([book])
    expect(await codes({ q: 'KOLN ete' })).toEqual([calendar])
    expect(await codes({ q: 'koln book' })).toEqual([])
    expect(await codes({ q: 'print' })).toEqual([book, calendar])
    expect(await codes({ q: '%' })).toEqual([book, calendar])
    expect(await codes({ q: 'koln', articleNames: ['PRINT'] })).toEqual([book, calendar])
  })

  test('foreign orders are not found', async () => {
    await place(1, { title: 'Secret' })
    customer = await server.customer()
    expect(await search({ q: 'secret' })).toEqual({ superOrders: [], total: 0, years: [], cursor: null })
  })

  test('years are those of the brand’s time zone, with counts of what matches apart from the year', async () => {
    const newYear = await place(0, { createdAt: '2025-12-31T23:30:00Z', title: 'Mug' })
    const summer = await place(0, { createdAt: '2025-06-30T23:30:00Z', title: 'Mug' })
    await place(0, { createdAt: '2024-06-30T23:30:00Z', title: 'Poster' })
    const found = await search({ q: 'mug', year: 2025 })
    expect(found).toMatchObject({ total: 2, years: [{ year: 2025, count: 2 }] })
    expect(found.superOrders.map(order => order.superOrderCode)).toEqual([newYear, summer])
    expect((await search({})).years).toEqual([
      { year: 2025, count: 2 },
      { year: 2024, count: 1 },
    ])
    expect(await codes({ year: 2023 })).toEqual([])
  })

  test('RV-1154 states, also those that depend on the time or on a parcel', async () => {
    const parcel = (code: string) => ({
      number: '1',
      carrier: 'Postline',
      shippedAt: '2026-11-20T10:00:00Z',
      productCodes: [`${code}-1`],
    })
    const paymentExpiresAt = '2026-11-22T11:52:00Z'
    const pay = { paymentUrl: 'https://shop.example/pay', paymentExpiresAt }
    const unpaid = await place(1, { status: 'Received', ...pay })
    const failed = await place(2, { status: 'paymentFailed', ...pay })
    const ordered = await place(3, { status: 'Confirmed' })
    const onHold = await place(60, {
      status: 'producing',
      notice: {
        kind: 'hold',
        reason: 'other',
        since: '2026-11-20T10:00:00Z',
      },
    })
    const [sentCode, deliveredCode] = [`K-${randomUUID()}`, `K-${randomUUID()}`]
    const sent = await place(5, { code: sentCode, status: 'Dispatched', parcels: [parcel(sentCode)] })
    const delivered = await place(400, {
      code: deliveredCode,
      status: 'Dispatched',
      parcels: [{ ...parcel(deliveredCode), deliveredAt: '2026-11-21T10:00:00Z' }],
    })
    const cancelled = await place(6, { status: 'Cancelled' })
    const cancelledCode = `K-${randomUUID()}`
    const onItsWay = await place(70, {
      code: cancelledCode,
      status: 'Cancelled',
      parcels: [parcel(cancelledCode)],
    })
    expect(await codes({ state: 'in-production' })).toEqual([onHold])
    expect(await codes({ state: 'awaiting-payment' })).toEqual([unpaid, failed])
    expect(await codes({ state: 'ordered' })).toEqual([ordered])
    expect(await codes({ state: 'sent' })).toEqual([sent])
    expect(await codes({ state: 'delivered' })).toEqual([delivered])
    expect(await codes({ state: 'cancelled' })).toEqual([cancelled, onItsWay])
    expect(await codes({ state: 'needs-you' })).toEqual([unpaid, failed])
    expect(await codes({ state: 'in-progress' })).toEqual([unpaid, failed, ordered, sent, onHold, onItsWay])
    server.clock.set(paymentExpiresAt)
    expect(await codes({ state: 'awaiting-payment' })).toEqual([])
    expect(await codes({ state: 'needs-you' })).toEqual([])
    expect(await codes({ state: 'cancelled' })).toEqual([failed, cancelled, onItsWay])
    expect(await codes({ state: 'in-progress' })).toEqual([ordered, sent, onHold, onItsWay])
  })

  test('pages by cursor; a cursor of another search is refused', async () => {
    const placed: string[] = []
    for (let day = 0; day < 25; day++) placed.push(await place(day - (day % 2), { title: 'Mug' }))
    const all = await codes({ q: 'mug', limit: 50 })
    expect(all.toSorted()).toEqual(placed.toSorted())
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page = await search({ q: 'mug', ...(cursor && { cursor }) })
      expect(page.total).toBe(25)
      paged.push(...page.superOrders.map(order => order.superOrderCode))
      cursor = page.cursor
    } while (cursor)
    expect(paged).toEqual(all)
    const first = await search({ q: 'mug' })
    const { status, body } = await customer.expectError(searchOrders, {
      query: { q: 'print', cursor: first.cursor! },
    })
    expect([status, body.fields]).toEqual([400, { cursor: 'not-valid' }])
  })

  test.each([
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ state: 'lost' }, 'state'],
    [{ year: 1999 }, 'year'],
    [{ year: 2101 }, 'year'],
    [{ limit: 51 }, 'limit'],
  ])('%j is refused with 400', async (query, field) => {
    const { status, body } = await customer.expectError(searchOrders, { query: query as object })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('120 random queries find what a plain scan finds', { timeout: 600_000 }, async () => {
    const random = createRandom(147)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
    const stored: { code: string; text: string; year: number; createdAt: number }[] = []
    for (let n = 0; n < 200; n++) {
      const article = pick(WORDS)
      const title = `${pick(WORDS)} ${pick(WORDS)}`
      const description = `${pick(WORDS)}-${pick(WORDS)}`
      const code = `R${n}-${randomUUID().slice(0, 6)}`
      const createdAt = Date.parse(NOW) - Math.floor(random() * 1500) * DAY
      await place(0, {
        code,
        createdAt: new Date(createdAt).toISOString(),
        products: [{ code: `${code}-1`, article, title, description }],
      })
      const text = [code, `${code}-1`, title, description, article].map(simplify).join(' ')
      stored.push({ code, text, year: new Date(createdAt).getUTCFullYear(), createdAt })
    }
    let foundCount = 0
    for (let n = 0; n < 120; n++) {
      const word = pick(WORDS)
      const start = Math.floor(random() * 3)
      const parts = [
        word.slice(start, start + 2 + Math.floor(random() * 4)),
        ...(random() < 0.4 ? [pick(WORDS)] : []),
      ]
      const q = parts
        .map(part => (random() < 0.5 ? part.toUpperCase() : part))
        .join(random() < 0.2 ? '  ' : ' ')
      const year = random() < 0.3 ? 2022 + Math.floor(random() * 5) : undefined
      const expected = stored
        .filter(each =>
          simplify(q)
            .split(' ')
            .filter(Boolean)
            .every(part => each.text.includes(part)),
        )
        .filter(each => year === undefined || each.year === year)
        .map(({ code }) => code)
      const found = await search({ q, limit: 50, ...(year && { year }) })
      const foundCodes = found.superOrders.map(order => order.superOrderCode)
      for (let { cursor } = found; cursor; ) {
        const page = await search({ q, limit: 50, cursor, ...(year && { year }) })
        foundCodes.push(...page.superOrders.map(order => order.superOrderCode))
        cursor = page.cursor
      }
      expect([q, year, foundCodes.toSorted()]).toEqual([q, year, expected.toSorted()])
      foundCount += foundCodes.length
    }
    expect(foundCount).toBeGreaterThan(1000)
  })
})

const WORDS = [
  'Éléphant',
  'Wandkalender',
  'Größe',
  'Señor',
  'Köln',
  'T-Shirt',
  'Fotobuch',
  'Ångström',
  'naïve',
  'crème',
  'Smørrebrød',
  'Poster',
  'Kalender',
  'Crème-brûlée',
  'Weihnachten',
  '2027',
  'Ça',
  'Façade',
  'Zürich',
  'Łódź',
] // prettier-ignore

/** A plain rule beside the one of the product: accents by canonical decomposition and a few letters by hand. */
const simplify = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z0-9 ]/g, '')

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
