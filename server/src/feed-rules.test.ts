import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { pdfForTests } from './domains/product-files/product-files.testing.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { type TestServer, testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'
import { readEverything } from './testing/read-everything.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false, serviceTokens: [{ name: 'shop', token: TOKEN }] },
  }),
)
const accountId = (await server.customer({ business: true })).accountId

type Content = Record<string, unknown>
/** What is sent with another value of the field, whose issue the 400 names; `more` differs from the valid content, too. */
type Case = [name: string, field: string, value: unknown, issue: string, more?: Content]
interface Feed {
  path: (key: string) => string
  /** Valid content. */
  content: () => Content
  /** Valid parts that only the cases of their fields send. */
  optional?: Content
  cases: Case[]
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
const OTHER_PAYMENT = { payment: { method: 'other' } }
const OF_P1 = { products: [PRODUCT] }
const CREATED_LATER = { createdAt: LATER }
const ANSWERED_HOLD = { ...HOLD, action: { label: 'Answer' } }
const REFUND = { refundId: randomUUID(), amount: 1115, at: LATER, state: 'paid', reason: 'goodwill' }
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
const TAX = { ...VAT, taxable: 8000, tax: 1600 }
const GROUP = { id: 'prints', name: 'Prints', articleNames: [] }
const ARTICLE = { id: 'A', articleType: 'b', title: 'B' }
const OPTION = { id: 'm', title: 'Matt' }
const CORRECTED = { number: '2026/1', issueDate: '2026-01-01' }

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
    optional: { parcels: [PARCEL], notice: HOLD, payment: { method: 'card' }, refunds: [REFUND] },
    cases: [
      ['no products', 'products', undefined, 'missing'],
      ['an empty list of products', 'products', [], 'too-few'],
      ['a list without products of a held order', 'products', [], 'too-few', { status: 'on_hold' }],
      ['a product twice', 'products.1.code', 'P-1', 'conflict', { products: [PRODUCT, PRODUCT] }],
      ['created before 1990', 'createdAt', '1970-01-01T00:00:00Z', 'not-valid'],
      ['created before 2000', 'createdAt', '1999-12-31T00:00:00Z', 'not-valid'],
      ['created in the future', 'createdAt', FUTURE, 'not-valid'],
      ['created after 2100', 'createdAt', '2126-01-01T00:00:00Z', 'not-valid'],
      ['a status in the future', 'history.1.at', FUTURE, 'not-valid'],
      ['a status before 2000', 'history.0.at', '1999-12-31T23:59:59Z', 'not-valid'],
      ['a status before the one that precedes it', 'history.1.at', '2026-01-05T09:00:00Z', 'conflict'],
      [
        'a product with a status in the future',
        'products.0.history.0.at',
        FUTURE,
        'not-valid',
        { products: [{ ...PRODUCT, history: [{ status: 'Dispatched' }] }] },
      ],
      ['a payment in the future', 'products.0.paymentChangedDate', FUTURE, 'not-valid'],
      ['RV-1067 a status more than a day before it', 'history.0.at', A_DAY_BEFORE, 'conflict', CREATED_LATER],
      [
        'RV-1067 a change of a payment more than a day before it',
        'products.0.paymentChangedDate',
        A_DAY_BEFORE,
        'conflict',
        { ...CREATED_LATER, history: [] },
      ],
      [
        'RV-1067 a notice more than a day before it',
        'notice.since',
        A_DAY_BEFORE,
        'conflict',
        { ...CREATED_LATER, history: [] },
      ],
      [
        'RV-1067 a payment more than a day before it',
        'payment.paidAt',
        A_DAY_BEFORE,
        'conflict',
        { ...CREATED_LATER, history: [], payment: { method: 'card', failedAt: LATER } },
      ],
      ['a refund in the future', 'refunds.0.at', FUTURE, 'not-valid'],
      ['a quantity of none', 'products.0.quantity', 0, 'too-small'],
      ['a negative price', 'products.0.price', -1, 'too-small'],
      ['the country UK', 'deliveryAddress.countryCode', 'UK', 'not-valid'],
      ['a country in small letters', 'deliveryAddress.countryCode', 'gb', 'not-valid'],
      ['a home without street', 'deliveryAddress.street', undefined, 'missing'],
      ['a home without city', 'deliveryAddress.city', undefined, 'missing'],
      [
        'a pick-up point without name',
        'deliveryAddress.pickupPointName',
        undefined,
        'missing',
        { deliveryAddress: { ...HOME, type: 'PickupPoint' } },
      ],
      ['no currency', 'total.currency', 'XXX', 'not-valid'],
      ['a currency with three decimals', 'total.currency', 'BHD', 'not-valid'],
      ['a currency that is printed without its minor unit', 'total.currency', 'HUF', 'not-valid'],
      ['a former currency', 'total.currency', 'DEM', 'not-valid'],
      ['a negative total', 'total.amount', -1, 'too-small'],
      ['a negative delivery cost', 'deliveryCost', -1, 'too-small'],
      [
        'a parcel that was sent before the order',
        'parcels.0.shippedAt',
        '2026-01-04T10:00:00Z',
        'conflict',
        OF_P1,
      ],
      ['a parcel of the future', 'parcels.0.shippedAt', FUTURE, 'not-valid', OF_P1],
      ['a parcel with a product of another order', 'parcels.0.productCodes.1', 'P-2', 'conflict', OF_P1],
      [
        'a tracking page with a password',
        'parcels.0.trackingUrl',
        'https://a:b@postline.example/1',
        'not-valid',
        OF_P1,
      ],
      ['a payment page that is no web page', 'paymentUrl', 'javascript:alert(1)', 'not-valid'],
      ['a payment that ended before the order', 'paymentExpiresAt', '2026-01-01T00:00:00Z', 'conflict'],
      [
        'NX-106 an answer to a hold at no shop of the brand',
        'notice.action.url',
        'https://other.example/',
        'not-valid',
        { status: 'processing', notice: ANSWERED_HOLD },
      ],
      [
        'NX-106 an answer to a hold that is no web page',
        'notice.action.url',
        'javascript:alert(1)',
        'not-valid',
        { notice: ANSWERED_HOLD },
      ],
      ['a notice of more than 300 characters', 'notice.text', 'a'.repeat(301), 'too-long'],
      ['NX-144 the number of a card in the payment', 'payment.label', CARD_LABEL, 'not-valid', OTHER_PAYMENT],
      ['NX-144 the number of a card with blanks', 'payment.label', 'Visa 4242 4242 4242 4242', 'not-valid'],
      ['NX-144 the number of a card with dots', 'payment.label', 'Visa 4242.4242.4242.4242', 'not-valid'],
      ['NX-144 the number of a card as the method', 'payment.method', CARD_LABEL, 'not-valid'],
      ['RV-1214 a method in words of its own', 'payment.method', 'carta che termina con 4242', 'not-valid'],
      ['RV-1214 more than the last digits of a card', 'payment.lastDigits', '24242', 'not-valid'],
      ['NX-144 the number of a card as the method of a refund', 'refunds.0.method', CARD_LABEL, 'not-valid'],
      [
        'NX-146 refunds above the total',
        'refunds',
        [
          { ...REFUND, amount: 1000 },
          { ...REFUND, refundId: randomUUID(), amount: 116 },
        ],
        'conflict',
      ],
      ['NX-146 a refund without a total', 'refunds', [REFUND], 'conflict', { total: undefined }],
      [
        'a refund twice',
        'refunds.1.refundId',
        REFUND.refundId,
        'conflict',
        { refunds: [REFUND, REFUND].map(refund => ({ ...refund, amount: 500 })) },
      ],
      [
        'a withdrawal twice',
        'withdrawals.1.withdrawalId',
        WITHDRAWAL.withdrawalId,
        'conflict',
        { withdrawals: [WITHDRAWAL, WITHDRAWAL] },
      ],
      [
        'a parcel that is expected until before it is expected from',
        'parcels.0.expectedTo',
        '2026-01-11',
        'conflict',
        { ...OF_P1, parcels: [{ ...PARCEL, expectedFrom: '2026-01-12' }] },
      ],
      ['a parcel that was delivered before it was sent', 'parcels.0.deliveredAt', PAST, 'conflict', OF_P1],
      ['a rate of VAT above 100 %', 'vat.0.rate', 10_001, 'too-large', { vat: [{ amount: 1 }] }],
      ['an address change until year 1', 'addressChangeUntil', '0001-01-01T00:00:00Z', 'not-valid'],
    ],
  },
  'delivery dates': {
    path: key => `${SERVICES.orders}/retailer/deliveryDates/${key}`,
    content: () => ({ dates: [{ from: '2026-11-26', to: '2026-11-28', productCodes: [] }] }),
    cases: [
      ['the 26th to the 24th', 'dates.0.to', '2026-11-24', 'conflict'],
      ['a day after 2100', 'dates.0.to', '2126-11-28', 'not-valid'],
      ['a day that does not exist', 'dates.0.from', '2026-02-30', 'not-valid'],
    ],
  },
  'article groups': {
    path: () => `${SERVICES.orders}/retailer/articleGroups`,
    content: () => ({ articleGroups: [GROUP] }),
    cases: [['a group twice', 'articleGroups.1.id', GROUP.id, 'conflict', { articleGroups: [GROUP, GROUP] }]],
  },
  campaign: {
    path: key => `${SERVICES.orders}/retailer/campaigns/${key}`,
    content: () => ({ orderBefore: LATER }),
    cases: [['before 1990', 'orderBefore', '1980-01-01T00:00:00Z', 'not-valid']],
  },
  voucher: {
    path: key => `${SERVICES.vouchers}/retailer/products/${key}`,
    content: () => ({ accountId, code: 'THANKS', title: '15 %', validFrom: PAST, validUntil: LATER }),
    cases: [
      ['an end before its start', 'validUntil', PAST, 'conflict', { validFrom: LATER }],
      ['redeemed at a time and not redeemed', 'redeemedAt', LATER, 'conflict'],
      ['redeemed in the future', 'redeemedAt', FUTURE, 'not-valid', { redeemed: true }],
      ['a validity after 2100', 'validUntil', '9999-12-31T00:00:00Z', 'not-valid'],
    ],
  },
  offer: {
    path: key => `${SERVICES.vouchers}/retailer/offers/${key}`,
    content: () => ({ title: 'Free delivery', discount: { amount: 395, currency: 'GBP' } }),
    cases: [
      ['an end before its start', 'validUntil', PAST, 'conflict', { validFrom: LATER }],
      ['a discount of 101 %', 'discount.percent', 101, 'too-large', { discount: {} }],
      ['a discount of nothing', 'discount.amount', 0, 'too-small'],
      ['a discount in XXX', 'discount.currency', 'XXX', 'not-valid'],
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
      ['changed before it was created', 'updatedAt', PAST, 'conflict', { createdAt: LATER }],
      ['expired before it was created', 'expiresAt', '2026-01-01T00:00:00Z', 'conflict'],
      ['changed in the future', 'updatedAt', FUTURE, 'not-valid'],
      ['an editor with a password', 'editorUrl', 'https://a:b@prints.keepsake.example/', 'not-valid'],
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
    cases: [['created in the future', 'createdAt', FUTURE, 'not-valid']],
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
      ['a language that is none', 'vendor.locale', 'English (UK)', 'not-valid'],
      ['currency XXX', 'currency', 'XXX', 'not-valid'],
      ['an article twice', 'articles.1.id', 'A', 'conflict', { articles: [ARTICLE, ARTICLE] }],
      [
        'an option twice',
        'articles.0.extras.0.options.1.id',
        OPTION.id,
        'conflict',
        {
          articles: [{ ...ARTICLE, extras: [{ id: 'paper', title: 'Paper', options: [OPTION, OPTION] }] }],
        },
      ],
      ['a shop with a password', 'shopUrl', 'https://a:b@www.keepsake.example/', 'not-valid'],
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
      vat: [TAX],
      totals: TOTALS,
    }),
    cases: [
      ['due before its issue', 'dueDate', '2026-01-04', 'conflict'],
      ['an issue before 1990', 'issueDate', '1989-12-31', 'not-valid'],
      [
        'a period that ends before it starts',
        'period.to',
        '2026-01-04',
        'conflict',
        { period: { from: '2026-01-05' } },
      ],
      ['an IBAN with wrong check digits', 'payment.iban', 'GB83WEST12345698765432', 'not-valid'],
      ['a transfer without IBAN', 'payment.iban', undefined, 'missing'],
      ['a BIC of no country', 'payment.bic', 'WESTUK22', 'not-valid'],
      ['currency BHD', 'currency', 'BHD', 'not-valid'],
      ['a locale without texts', 'locale', 'xx-XX', 'not-valid'],
      ['the seller in UK', 'seller.address.countryCode', 'UK', 'not-valid'],
      ['an e-mail address that is none', 'seller.email', 'accounts', 'not-valid'],
      ['a rate above 100 %', 'vat.0.rate', 10_001, 'too-large'],
      ['a negative rate', 'vat.0.rate', -1, 'too-small'],
      ['a rate twice', 'vat.1', TAX, 'conflict', { vat: [TAX, TAX] }],
      [
        'a quantity and a price whose product is no amount',
        'lines.0.quantity',
        1_000_000,
        'not-valid',
        { lines: [{ ...LINE, price: 99_999_999_999 }] },
      ],
      ['a negative amount due', 'totals.due', -1, 'too-small'],
      ['an order twice', 'orders.1', 'K-1', 'conflict', { orders: ['K-1'] }],
      [
        'a correction of a later invoice',
        'corrects.0.issueDate',
        '2026-02-01',
        'conflict',
        { corrects: [CORRECTED] },
      ],
      [
        'a correction of one invoice twice',
        'corrects.1.number',
        CORRECTED.number,
        'conflict',
        { corrects: [CORRECTED, CORRECTED] },
      ],
      ['available after 2100', 'availableFrom', '2126-01-01T00:00:00Z', 'not-valid'],
    ],
  },
  subscription: {
    path: () => `${SERVICES.subscriptions}/retailer/profiles/anna%40keepsake.test`,
    content: () => ({ channel: 'KEEPSAKE-GB', requestedAt: PAST }),
    cases: [['requested in the future', 'requestedAt', FUTURE, 'not-valid']],
  },
}

/** What a case sends besides the valid content, and the fields of the 400 with their issues. */
function toRefusal(feed: Feed, [, field, value, issue, more = {}]: Case) {
  const [part = '', ...names] = field.split('.')
  const copy = structuredClone<Content>({ ...feed.content(), ...feed.optional, ...more })
  const last = names.pop()
  if (last === undefined) copy[part] = value
  else names.reduce((each, name) => each[name] as Content, copy[part] as Content)[last] = value
  return { parts: { ...more, [part]: copy[part] }, fields: { [field]: issue } }
}

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

describe.each(Object.entries(FEEDS))('RV-869 %s', (_, feed) => {
  test.each(feed.cases)('%s is refused with its field, and nothing is stored', async (...refused) => {
    const key = randomUUID()
    const { parts, fields } = toRefusal(feed, refused)
    expect(await put(feed, parts, key)).toEqual({ status: 400, fields })
    // NX-360: a dry run names the same.
    expect(await put(feed, parts, key, true)).toEqual({ status: 400, fields })
    // The same version with the valid content is the first.
    expect(await put(feed, {}, key)).toEqual({ status: 200, fields: undefined })
  })
})

describe('NX-360 a dry run', () => {
  test('of 200 wrong bodies answers each with its fields, and changes no row, job, mail or blob', async () => {
    const cases = Object.values(FEEDS).flatMap(feed => feed.cases.map(each => [feed, each] as const))
    await server.idle()
    const before = await readEverything(server)
    const wrong: unknown[] = []
    for (let n = 0; n < 200; n++) {
      const [feed, refused] = cases[n % cases.length]!
      const { parts, fields } = toRefusal(feed, refused)
      const { status, answer } = await send(feed, parts, { dryRun: true })
      if (status !== 400 || !isDeepStrictEqual(answer.fields, fields))
        wrong.push([refused[0], status, answer])
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
      'RV-1067 a status more than a day before it',
      'RV-1067 a change of a payment more than a day before it',
      'RV-1067 a notice more than a day before it',
      'RV-1067 a payment more than a day before it',
      'a refund in the future',
      'the country UK',
      'a parcel of the future',
    ],
    'delivery dates': ['the 26th to the 24th'],
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
      for (const refused of feed.cases) {
        const [what] = refused
        const { parts, fields } = toRefusal(feed, refused)
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
