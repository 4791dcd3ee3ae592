import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { pdfForTests } from './domains/product-files/product-files.testing.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { type TestServer, testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false, serviceTokens: [{ name: 'shop', token: TOKEN }] },
  }),
)
const accountId = (await server.customer({ business: true })).accountId

type Content = Record<string, unknown>
/** A feed, its valid content, and cases: the name, the parts that differ, the fields of the 400 with their issues ('a.0.b missing'). */
interface Feed {
  path: (key: string) => string
  content: () => Content
  cases: [name: string, parts: Content, issues: string][]
}

const PAST = '2026-01-05T10:00:00Z'
const LATER = '2026-01-08T10:00:00Z'
const A_DAY_BEFORE = '2026-01-07T09:59:59.999Z'
const FUTURE = '2036-01-01T00:00:00Z'
const HOME = {
  type: 'Home',
  lastName: 'Keller',
  street: 'Rosemary Lane',
  city: 'Bristol',
  postalCode: 'BS6 5AD',
  countryCode: 'GB',
}
const PRODUCT = { code: 'P-1', article: 'PRINT', title: 'Prints' }
const PARCEL = { number: '1', carrier: 'Postline', shippedAt: LATER, productCodes: ['P-1'] }
const HOLD = { kind: 'hold', reason: 'photo-quality', since: LATER }
const CARD_LABEL = 'card 4242424242424242'
const [REFUND_ID, OTHER_ID] = [randomUUID(), randomUUID()]
const REFUND = { refundId: REFUND_ID, amount: 1115, at: LATER, state: 'paid', reason: 'goodwill' }
const WITHDRAWAL = { withdrawalId: 'e3b0c442-98fc-4c14-9afb-4c8996fb9242', state: 'confirmed' }
const VAT = { category: 'S', rate: 2000 }
const LINE = { description: 'Prints', quantity: 2, price: 4000, net: 8000, vat: VAT }
const SELLER = {
  name: 'Keepsake Ltd',
  address: { lines: ['1 Print Works'], city: 'Bristol', countryCode: 'GB' },
  vatId: 'GB980780684',
}
const TOTALS = { lines: 8000, net: 8000, vat: 1600, gross: 9600, due: 9600 }
const TRANSFER = { method: 'credit-transfer', iban: 'GB82WEST12345698765432' }
const CORRECTED = { number: '2026/1', issueDate: '2026-01-01' }

/* The parts of cases. */
const parcel = (parts: Content) => ({ products: [PRODUCT], parcels: [{ ...PARCEL, ...parts }] })
const home = (parts: Content) => ({ deliveryAddress: { ...HOME, ...parts } })
const total = (amount: number, currency: string) => ({ total: { amount, currency } })
const hold = (parts: Content) => ({ notice: { ...HOLD, ...parts } })
const transfer = (parts: Content) => ({ payment: { ...TRANSFER, ...parts } })
const product = (parts: Content) => ({ products: [{ ...PRODUCT, ...parts }] })
const seller = (parts: Content) => ({ seller: { ...SELLER, ...parts } })
const received = (at: string) => ({ history: [{ status: 'Received', at }] })

const FEEDS: Record<string, Feed> = {
  order: {
    path: key => `${SERVICES.orders}/retailer/orders/${key}`,
    content: () => ({
      accountId,
      createdAt: PAST,
      status: 'Dispatched',
      history: [
        { status: 'Received', at: PAST },
        { status: 'Dispatched', at: LATER },
      ],
      products: [{ ...PRODUCT, code: randomUUID() }],
      deliveryAddress: HOME,
      total: { amount: 1115, currency: 'GBP' },
    }),
    cases: [
      ['no products', { products: undefined }, 'products missing'],
      ['an empty list of products', { products: [] }, 'products too-few'],
      ['a list without products of a held order', { products: [], status: 'on_hold' }, 'products too-few'],
      ['a product twice', { products: [PRODUCT, PRODUCT] }, 'products.1.code conflict'],
      ['created before 1990', { createdAt: '1970-01-01T00:00:00Z' }, 'createdAt not-valid'],
      ['created before 2000', { createdAt: '1999-12-31T00:00:00Z' }, 'createdAt not-valid'],
      ['created in the future', { createdAt: FUTURE }, 'createdAt not-valid'],
      ['created after 2100', { createdAt: '2126-01-01T00:00:00Z' }, 'createdAt not-valid'],
      ['a status in the future', received(FUTURE), 'history.0.at not-valid'],
      ['a status before 2000', received('1999-12-31T23:59:59Z'), 'history.0.at not-valid'],
      [
        'a status before the one that precedes it',
        {
          history: [
            { status: 'Received', at: LATER },
            { status: 'Dispatched', at: PAST },
          ],
        },
        'history.1.at conflict',
      ],
      [
        'a product with a status in the future',
        product({ history: [{ status: 'Dispatched', at: FUTURE }] }),
        'products.0.history.0.at not-valid',
      ],
      [
        'a payment in the future',
        product({ paymentChangedDate: FUTURE }),
        'products.0.paymentChangedDate not-valid',
      ],
      [
        'RV-1067 what happened more than a day before it',
        {
          createdAt: LATER,
          history: [{ status: 'Received', at: A_DAY_BEFORE }],
          products: [{ ...PRODUCT, paymentChangedDate: A_DAY_BEFORE }],
          payment: { method: 'card', paidAt: A_DAY_BEFORE, failedAt: LATER },
          notice: { kind: 'info', text: 'A notice', since: A_DAY_BEFORE },
        },
        'history.0.at conflict, products.0.paymentChangedDate conflict, notice.since conflict, payment.paidAt conflict',
      ],
      ['a refund in the future', { refunds: [{ ...REFUND, at: FUTURE }] }, 'refunds.0.at not-valid'],
      ['a quantity of none', product({ quantity: 0 }), 'products.0.quantity too-small'],
      ['a negative price', product({ price: -1 }), 'products.0.price too-small'],
      ['the country UK', home({ countryCode: 'UK' }), 'deliveryAddress.countryCode not-valid'],
      ['a country in small letters', home({ countryCode: 'gb' }), 'deliveryAddress.countryCode not-valid'],
      ['a home without street', home({ street: undefined }), 'deliveryAddress.street missing'],
      ['a home without city', home({ city: undefined }), 'deliveryAddress.city missing'],
      [
        'a pick-up point without name',
        home({ type: 'PickupPoint' }),
        'deliveryAddress.pickupPointName missing',
      ],
      ['no currency', total(1, 'XXX'), 'total.currency not-valid'],
      ['a currency with three decimals', total(1, 'BHD'), 'total.currency not-valid'],
      ['a currency that is printed without its minor unit', total(1, 'HUF'), 'total.currency not-valid'],
      ['a former currency', total(1, 'DEM'), 'total.currency not-valid'],
      ['a negative total', total(-1, 'GBP'), 'total.amount too-small'],
      ['a negative delivery cost', { deliveryCost: -1 }, 'deliveryCost too-small'],
      [
        'a parcel that was sent before the order',
        parcel({ shippedAt: '2026-01-04T10:00:00Z' }),
        'parcels.0.shippedAt conflict',
      ],
      ['a parcel of the future', parcel({ shippedAt: FUTURE }), 'parcels.0.shippedAt not-valid'],
      [
        'a parcel with a product of another order',
        parcel({ productCodes: ['P-1', 'P-2'] }),
        'parcels.0.productCodes.1 conflict',
      ],
      [
        'a tracking page with a password',
        parcel({ trackingUrl: 'https://a:b@postline.example/1' }),
        'parcels.0.trackingUrl not-valid',
      ],
      ['a payment page that is no web page', { paymentUrl: 'javascript:alert(1)' }, 'paymentUrl not-valid'],
      [
        'a payment that ended before the order',
        { paymentExpiresAt: '2026-01-01T00:00:00Z' },
        'paymentExpiresAt conflict',
      ],
      [
        'NX-106 an answer to a hold at no shop of the brand',
        {
          status: 'processing',
          notice: { ...HOLD, action: { label: 'Answer', url: 'https://other.example/' } },
        },
        'notice.action.url not-valid',
      ],
      [
        'NX-106 an answer to a hold that is no web page',
        hold({ action: { label: 'Answer', url: 'javascript:alert(1)' } }),
        'notice.action.url not-valid',
      ],
      ['a notice of more than 300 characters', hold({ text: 'a'.repeat(301) }), 'notice.text too-long'],
      [
        'NX-144 the number of a card in the payment',
        { payment: { method: 'other', label: CARD_LABEL } },
        'payment.label not-valid',
      ],
      [
        'NX-144 the number of a card with blanks',
        { payment: { method: 'card', label: 'Visa 4242 4242 4242 4242' } },
        'payment.label not-valid',
      ],
      [
        'NX-144 the number of a card with dots',
        { payment: { method: 'card', label: 'Visa 4242.4242.4242.4242' } },
        'payment.label not-valid',
      ],
      [
        'NX-144 the number of a card as the method',
        { payment: { method: CARD_LABEL } },
        'payment.method not-valid',
      ],
      [
        'RV-1214 a method in words of its own',
        { payment: { method: 'carta che termina con 4242' } },
        'payment.method not-valid',
      ],
      [
        'RV-1214 more than the last digits of a card',
        { payment: { method: 'card', lastDigits: '24242' } },
        'payment.lastDigits not-valid',
      ],
      [
        'NX-144 the number of a card as the method of a refund',
        { refunds: [{ ...REFUND, method: CARD_LABEL }] },
        'refunds.0.method not-valid',
      ],
      [
        'NX-146 refunds above the total',
        {
          refunds: [
            { ...REFUND, amount: 1000 },
            { ...REFUND, refundId: OTHER_ID, amount: 116 },
          ],
        },
        'refunds conflict',
      ],
      ['NX-146 a refund without a total', { total: undefined, refunds: [REFUND] }, 'refunds conflict'],
      [
        'a refund twice',
        { refunds: [REFUND, REFUND].map(refund => ({ ...refund, amount: 500 })) },
        'refunds.1.refundId conflict',
      ],
      [
        'a withdrawal twice',
        { withdrawals: [WITHDRAWAL, WITHDRAWAL] },
        'withdrawals.1.withdrawalId conflict',
      ],
      [
        'a parcel that is expected until before it is expected from',
        parcel({ expectedFrom: '2026-01-12', expectedTo: '2026-01-11' }),
        'parcels.0.expectedTo conflict',
      ],
      [
        'a parcel that was delivered before it was sent',
        parcel({ deliveredAt: PAST }),
        'parcels.0.deliveredAt conflict',
      ],
      ['a rate of VAT above 100 %', { vat: [{ rate: 10_001, amount: 1 }] }, 'vat.0.rate too-large'],
      [
        'an address change until year 1',
        { addressChangeUntil: '0001-01-01T00:00:00Z' },
        'addressChangeUntil not-valid',
      ],
    ],
  },
  'delivery dates': {
    path: key => `${SERVICES.orders}/retailer/deliveryDates/${key}`,
    content: () => ({ dates: [{ from: '2026-11-26', to: '2026-11-28', productCodes: [] }] }),
    cases: [
      [
        'the 28th to the 26th',
        { dates: [{ from: '2026-11-28', to: '2026-11-26', productCodes: [] }] },
        'dates.0.to conflict',
      ],
      [
        'a day after 2100',
        { dates: [{ from: '2026-11-28', to: '2126-11-28', productCodes: [] }] },
        'dates.0.to not-valid',
      ],
      [
        'a day that does not exist',
        { dates: [{ from: '2026-02-30', to: '2026-03-01', productCodes: [] }] },
        'dates.0.from not-valid',
      ],
    ],
  },
  'article groups': {
    path: () => `${SERVICES.orders}/retailer/articleGroups`,
    content: () => ({ articleGroups: [{ id: 'prints', name: 'Prints', articleNames: [] }] }),
    cases: [
      [
        'a group twice',
        { articleGroups: ['a', 'a'].map(id => ({ id, name: 'Prints', articleNames: [] })) },
        'articleGroups.1.id conflict',
      ],
    ],
  },
  campaign: {
    path: key => `${SERVICES.orders}/retailer/campaigns/${key}`,
    content: () => ({ orderBefore: LATER }),
    cases: [['before 1990', { orderBefore: '1980-01-01T00:00:00Z' }, 'orderBefore not-valid']],
  },
  voucher: {
    path: key => `${SERVICES.vouchers}/retailer/products/${key}`,
    content: () => ({ accountId, code: 'THANKS', title: '15 %', validFrom: PAST, validUntil: LATER }),
    cases: [
      ['an end before its start', { validFrom: LATER, validUntil: PAST }, 'validUntil conflict'],
      ['redeemed at a time and not redeemed', { redeemedAt: LATER }, 'redeemedAt conflict'],
      ['redeemed in the future', { redeemed: true, redeemedAt: FUTURE }, 'redeemedAt not-valid'],
      ['a validity after 2100', { validUntil: '9999-12-31T00:00:00Z' }, 'validUntil not-valid'],
    ],
  },
  offer: {
    path: key => `${SERVICES.vouchers}/retailer/offers/${key}`,
    content: () => ({ title: 'Free delivery', discount: { amount: 395, currency: 'GBP' } }),
    cases: [
      ['an end before its start', { validFrom: LATER, validUntil: PAST }, 'validUntil conflict'],
      ['a discount of 101 %', { discount: { percent: 101 } }, 'discount.percent too-large'],
      ['a discount of nothing', { discount: { amount: 0, currency: 'GBP' } }, 'discount.amount too-small'],
      ['a discount in XXX', { discount: { amount: 1, currency: 'XXX' } }, 'discount.currency not-valid'],
    ],
  },
  project: {
    path: key => `${SERVICES.projects}/retailer/projects/${key}`,
    content: () => ({
      accountId,
      title: 'Amsterdam',
      articleName: 'BOOK',
      editorUrl: 'https://www.keepsake.example/editor/1',
      createdAt: PAST,
      updatedAt: LATER,
    }),
    cases: [
      ['changed before it was created', { createdAt: LATER, updatedAt: PAST }, 'updatedAt conflict'],
      ['expired before it was created', { expiresAt: '2026-01-01T00:00:00Z' }, 'expiresAt conflict'],
      ['changed in the future', { updatedAt: FUTURE }, 'updatedAt not-valid'],
      [
        'an editor with a password',
        { editorUrl: 'https://a:b@prints.keepsake.example/' },
        'editorUrl not-valid',
      ],
    ],
  },
  widget: {
    path: key => `${SERVICES.widgets}/retailer/widgets/${key}`,
    content: () => ({
      accountId,
      orderCode: 'K-1',
      title: 'Coast',
      createdAt: PAST,
      pages: [{ pictures: [] }],
    }),
    cases: [['created in the future', { createdAt: FUTURE }, 'createdAt not-valid']],
  },
  channel: {
    path: key => `${SERVICES.merchandise}/retailer/channels/${key}`,
    content: () => ({
      vendor: { id: 'keepsake', locale: 'en-GB' },
      shopUrl: 'https://shop.example/',
      currency: 'GBP',
      articles: [],
    }),
    cases: [
      [
        'a language that is none',
        { vendor: { id: 'keepsake', locale: 'English (UK)' } },
        'vendor.locale not-valid',
      ],
      ['currency XXX', { currency: 'XXX' }, 'currency not-valid'],
      [
        'an article twice',
        { articles: ['A', 'A'].map(id => ({ id, articleType: 'b', title: 'B' })) },
        'articles.1.id conflict',
      ],
      [
        'an option twice',
        {
          articles: [
            {
              id: 'A',
              articleType: 'b',
              title: 'B',
              extras: [
                { id: 'paper', title: 'Paper', options: ['m', 'm'].map(id => ({ id, title: 'Matt' })) },
              ],
            },
          ],
        },
        'articles.0.extras.0.options.1.id conflict',
      ],
      ['a shop with a password', { shopUrl: 'https://a:b@www.keepsake.example/' }, 'shopUrl not-valid'],
    ],
  },
  invoice: {
    path: key => `${SERVICES.invoices}/retailer/invoices/${key}`,
    content: () => ({
      accountId,
      kind: 'invoice',
      channel: 'KEEPSAKE-GB',
      locale: 'en-GB',
      currency: 'GBP',
      issueDate: '2026-01-05',
      dueDate: '2026-02-05',
      seller: SELLER,
      buyer: { name: 'Studio', address: SELLER.address },
      orders: [],
      payment: TRANSFER,
      lines: [LINE],
      vat: [{ ...VAT, taxable: 8000, tax: 1600 }],
      totals: TOTALS,
    }),
    cases: [
      ['due before its issue', { dueDate: '2026-01-04' }, 'dueDate conflict'],
      ['an issue before 1990', { issueDate: '1989-12-31' }, 'issueDate not-valid'],
      [
        'a period that ends before it starts',
        { period: { from: '2026-01-05', to: '2026-01-04' } },
        'period.to conflict',
      ],
      [
        'an IBAN with wrong check digits',
        transfer({ iban: 'GB83WEST12345698765432' }),
        'payment.iban not-valid',
      ],
      ['a transfer without IBAN', { payment: { method: 'credit-transfer' } }, 'payment.iban missing'],
      ['a BIC of no country', transfer({ bic: 'WESTUK22' }), 'payment.bic not-valid'],
      ['currency BHD', { currency: 'BHD' }, 'currency not-valid'],
      ['a locale without texts', { locale: 'xx-XX' }, 'locale not-valid'],
      [
        'the seller in UK',
        seller({ address: { lines: [], countryCode: 'UK' } }),
        'seller.address.countryCode not-valid',
      ],
      ['an e-mail address that is none', seller({ email: 'accounts' }), 'seller.email not-valid'],
      [
        'a rate above 100 %',
        { vat: [{ category: 'S', rate: 10_001, taxable: 8000, tax: 1600 }] },
        'vat.0.rate too-large',
      ],
      [
        'a negative rate',
        { vat: [{ category: 'S', rate: -1, taxable: 8000, tax: 1600 }] },
        'vat.0.rate too-small',
      ],
      ['a rate twice', { vat: [1, 2].map(() => ({ ...VAT, taxable: 8000, tax: 1600 })) }, 'vat.1 conflict'],
      [
        'a quantity and a price whose product is no amount',
        { lines: [{ ...LINE, quantity: 1_000_000, price: 99_999_999_999 }] },
        'lines.0.quantity not-valid',
      ],
      ['a negative amount due', { totals: { ...TOTALS, due: -1 } }, 'totals.due too-small'],
      ['an order twice', { orders: ['K-1', 'K-1'] }, 'orders.1 conflict'],
      [
        'a correction of a later invoice',
        { corrects: [{ ...CORRECTED, issueDate: '2026-02-01' }] },
        'corrects.0.issueDate conflict',
      ],
      [
        'a correction of one invoice twice',
        { corrects: [CORRECTED, CORRECTED] },
        'corrects.1.number conflict',
      ],
      ['available after 2100', { availableFrom: '2126-01-01T00:00:00Z' }, 'availableFrom not-valid'],
    ],
  },
  subscription: {
    path: () => `${SERVICES.subscriptions}/retailer/profiles/anna%40keepsake.test`,
    content: () => ({ channel: 'KEEPSAKE-GB', requestedAt: PAST }),
    cases: [['requested in the future', { requestedAt: FUTURE }, 'requestedAt not-valid']],
  },
}

/** The fields of a 400 with their issues. */
const toFields = (issues: string): Record<string, string> =>
  Object.fromEntries(issues.split(', ').map(each => each.split(' ')))

/** Gives the product another code, which belongs to one order only. */
const renameProduct = (parts: Content): Content => {
  const text = JSON.stringify(parts)
  return text.includes('"P-1"') ? JSON.parse(text.replaceAll('"P-1"', `"${randomUUID()}"`)) : parts
}

interface Sending {
  key?: string
  at?: TestServer
  dryRun?: boolean
}

async function send(feed: Feed, parts: Content, { key = randomUUID(), at = server, dryRun }: Sending = {}) {
  const isVersioned = feed !== FEEDS.subscription
  const body = { ...(isVersioned && { version: 1 }), ...feed.content(), ...parts }
  const query = dryRun === undefined ? '' : `?dryRun=${dryRun}`
  const response = await fetch(at.origin + feed.path(key) + query, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

async function put(feed: Feed, parts: Content, key?: string, dryRun?: boolean) {
  const { status, answer } = await send(feed, parts, { ...(key && { key }), ...(dryRun && { dryRun }) })
  return { status, fields: answer.fields }
}

/** Every row of every table, jobs included, and every mail. */
async function readEverything({ ctx, mailbox }: TestServer): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(ctx.db)
  const contents: unknown[] = []
  for (const name of [...tables.map(table => `public.${table.name}`), 'pgboss.job']) {
    const { rows } = await sql<{ content: string }>`
      select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content
      from ${sql.table(name)} t`.execute(ctx.db)
    contents.push([name, rows[0]!.content])
  }
  return [contents, mailbox.list().length, await Array.fromAsync(ctx.blobs.list(''))]
}

describe.each(Object.entries(FEEDS))('RV-869 %s', (_, feed) => {
  test.each(feed.cases)(
    '%s is refused with its field, and nothing is stored',
    async (_case, parts, issues) => {
      const key = randomUUID()
      const fields = toFields(issues)
      expect(await put(feed, parts, key)).toEqual({ status: 400, fields })
      // NX-360: a dry run names the same.
      expect(await put(feed, parts, key, true)).toEqual({ status: 400, fields })
      // The same version with the valid content is the first.
      expect(await put(feed, {}, key)).toEqual({ status: 200, fields: undefined })
    },
  )
})

describe('NX-360 a dry run', () => {
  test('of 200 wrong bodies answers each with its fields, and changes no row, job, mail or blob', async () => {
    const cases = Object.values(FEEDS).flatMap(feed => feed.cases.map(each => [feed, ...each] as const))
    await server.idle()
    const before = await readEverything(server)
    const wrong: unknown[] = []
    for (let n = 0; n < 200; n++) {
      const [feed, name, parts, issues] = cases[n % cases.length]!
      const { status, answer } = await send(feed, parts, { dryRun: true })
      if (status !== 400 || !isDeepStrictEqual(answer.fields, toFields(issues)))
        wrong.push([name, status, answer])
    }
    expect(wrong).toEqual([])
    await server.idle()
    expect(await readEverything(server)).toEqual(before)
  })

  test.each(Object.entries(FEEDS))(
    'of a good %s says that it would be stored, and stores nothing',
    async (name, feed) => {
      const key = randomUUID()
      // Other tests have stored what has no key of its own.
      const newer: Record<string, Content> = {
        'article groups': { version: 2 },
        subscription: { requestedAt: LATER },
      }
      const content = { ...feed.content(), ...newer[name] }
      await server.idle()
      const before = await readEverything(server)
      const tried = await send(feed, content, { key, dryRun: true })
      expect(tried).toMatchObject({
        status: 200,
        answer: { dryRun: true, stored: false, wouldStore: true, problems: [], warnings: [] },
      })
      await server.idle()
      expect(await readEverything(server)).toEqual(before)
      const stored = await send(feed, content, { key, dryRun: false })
      expect([stored.status, stored.answer.stored, stored.answer.dryRun]).toEqual([200, true, undefined])
      const again = await send(feed, content, { key, dryRun: true })
      expect(again.answer).toMatchObject({ dryRun: true, wouldStore: false })
    },
  )

  test('answers what would be refused, and the problems of an invoice', async () => {
    const { invoice, order } = FEEDS as { invoice: Feed; order: Feed }
    const tried = await send(invoice, { totals: { ...TOTALS, vat: 1601 } }, { dryRun: true })
    expect(tried.answer).toMatchObject({
      wouldStore: true,
      state: 'failed',
      problems: [{ path: 'totals.vat', code: 'sum-differs', expected: 1600, found: 1601, severity: 'error' }],
    })
    const unknown = await send(order, { accountId: randomUUID() }, { dryRun: true })
    expect([unknown.status, unknown.answer.code]).toEqual([404, 'not-found'])
    const key = randomUUID()
    const content = order.content()
    await send(order, content, { key })
    const conflict = await send(order, { ...content, status: 'shipped' }, { key, dryRun: true })
    expect([conflict.status, conflict.answer.code]).toEqual([409, 'conflict'])
    expect((await send(order, content, { key, dryRun: 'yes' as never })).answer).toMatchObject({
      fields: { dryRun: 'not-valid' },
    })
  })

  test('of files and of what has no version stores nothing either', async () => {
    const key = randomUUID()
    const picture = new Uint8Array(await jpeg())
    const pdf = Uint8Array.from(pdfForTests())
    const { invoice } = FEEDS as { invoice: Feed }
    const number = randomUUID()
    await send(invoice, { pdf: 'supplied' }, { key: number })
    const files: [path: string, type: string, body: Uint8Array<ArrayBuffer> | string][] = [
      [
        `${SERVICES.productFiles}/retailer/products/${key}/files/product.pdf?version=1&accountId=${accountId}`,
        'application/pdf',
        pdf,
      ],
      [`${SERVICES.storage}/retailer/uploads/${key}?accountId=${accountId}`, 'image/jpeg', picture],
      [`${SERVICES.invoices}/retailer/invoices/${number}/KEEPSAKE-GB/pdf`, 'application/pdf', pdf],
      [
        `${SERVICES.photoManagement}/retailer/libraries/${accountId}`,
        'application/json',
        JSON.stringify({ status: 'DELETING' }),
      ],
    ]
    await server.idle()
    const before = await readEverything(server)
    const request = async (path: string, type: string, body: Uint8Array<ArrayBuffer> | string) => {
      const headers = { 'content-type': type, authorization: `Bearer ${TOKEN}` }
      const response = await fetch(server.origin + path, { method: 'PUT', headers, body })
      return { status: response.status, answer: await response.json() }
    }
    for (const [path, type, body] of files)
      expect(await request(`${path}${path.includes('?') ? '&' : '?'}dryRun=true`, type, body)).toMatchObject({
        status: 200,
        answer: { dryRun: true, stored: false, wouldStore: true },
      })
    expect(await readEverything(server)).toEqual(before)
    for (const [path, type, body] of files)
      expect(await request(path, type, body)).toMatchObject({ status: 200, answer: { stored: true } })
  })
})

describe('NX-361 the checks of the retailer’s data', () => {
  let lenient: TestServer
  beforeAll(async () => {
    const serviceTokens = [{ name: 'shop', token: TOKEN }]
    lenient = await testServer({ config: { rateLimits: false, serviceTokens, retailerChecks: 'warn' } })
  })
  afterAll(() => lenient.close())

  /** What the checks refuse: by feed, the names of its cases. */
  const CHECKED: Record<string, string[]> = {
    order: [
      'an empty list of products',
      'a list without products of a held order',
      'created in the future',
      'a status in the future',
      'a status before 2000',
      'a status before the one that precedes it',
      'a product with a status in the future',
      'a payment in the future',
      'RV-1067 what happened more than a day before it',
      'a refund in the future',
      'the country UK',
      'a parcel of the future',
    ],
    'delivery dates': ['the 28th to the 26th'],
    voucher: ['an end before its start', 'redeemed in the future'],
    offer: ['an end before its start'],
    project: ['changed in the future'],
    widget: ['created in the future'],
    invoice: [
      'due before its issue',
      'an IBAN with wrong check digits',
      'the seller in UK',
      'a rate above 100 %',
      'a quantity and a price whose product is no amount',
    ],
    subscription: ['requested in the future'],
  }

  test.each(Object.entries(FEEDS))(
    'of %s warn with the field where they are warnings; all others refuse',
    async (name, feed) => {
      const account = (await lenient.customer({ business: true })).accountId
      for (const [what, parts, issues] of feed.cases) {
        const fields = toFields(issues)
        const own = 'accountId' in feed.content() ? { accountId: account } : {}
        const { status, answer } = await send(feed, { ...renameProduct(parts), ...own }, { at: lenient })
        const isChecked = CHECKED[name]?.includes(what)
        const warnings = Object.entries(fields).map(([path, code]) => ({ path, code }))
        expect([what, status, isChecked ? answer.warnings : answer.fields]).toEqual(
          isChecked ? [what, 200, warnings] : [what, 400, fields],
        )
      }
      const good = await send(feed, 'accountId' in feed.content() ? { accountId: account } : {}, {
        at: lenient,
      })
      expect(good.answer.warnings).toBeUndefined()
      const tried = await send(feed, {}, { at: lenient, dryRun: true })
      if (!('accountId' in feed.content())) expect(tried.answer.warnings).toEqual([])
    },
  )

  test('let a cancelled or rejected order have no products', async () => {
    const { order } = FEEDS as { order: Feed }
    for (const status of ['Cancelled', 'cancelled', 'rejected'])
      expect(await put(order, { products: [], status, history: [] })).toEqual({
        status: 200,
        fields: undefined,
      })
  })

  test.each<[feed: string, parts: (instant: string) => Content]>([
    ['order', at => ({ createdAt: at, history: [{ status: 'Received', at }], products: [PRODUCT] })],
    ['campaign', at => ({ orderBefore: at })],
    ['voucher', at => ({ validFrom: at })],
    ['offer', at => ({ validFrom: at })],
    ['invoice', at => ({ availableFrom: at })],
    ['project', at => ({ createdAt: at, updatedAt: LATER })],
  ])(
    'take the same instant of %s in another notation as the same content, and another one as a conflict',
    async (name, parts) => {
      const feed = FEEDS[name]!
      const key = randomUUID()
      const products = [{ ...PRODUCT, code: randomUUID() }]
      const sendAt = (instant: string) =>
        send(feed, { ...parts(instant), ...(name === 'order' && { products }) }, { key })
      expect((await sendAt('2026-01-05T14:03:00+01:00')).answer.stored).toBe(true)
      for (const same of [
        '2026-01-05T13:03:00Z',
        '2026-01-05T08:03:00.000-05:00',
        '2026-01-05T14:03:00+01:00',
      ])
        expect([same, (await sendAt(same)).answer.stored]).toEqual([same, false])
      expect((await sendAt('2026-01-05T13:03:01Z')).status).toBe(409)
    },
  )
})

test('RV-869 a product file with a date in the future is refused', async () => {
  const query = new URLSearchParams({ version: '1', accountId, createdAt: FUTURE })
  const response = await fetch(
    `${server.origin}${SERVICES.productFiles}/retailer/products/P-1/files/product.pdf?${query}`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', authorization: `Bearer ${TOKEN}` },
      body: '%PDF-1.7',
    },
  )
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ fields: { createdAt: 'not-valid' } })
})
