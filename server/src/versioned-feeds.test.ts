import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { getDeliveryDates } from '#contract/orders.ts'
import { putRetailerComplaint } from '#contract/retailer-complaints.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import { putInvoice, putInvoiceGroup } from '#contract/retailer-invoices.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import {
  getRetailerCampaigns,
  getRetailerDeliveryDates,
  putArticleGroups,
  putCampaign,
  putDeliveryDates,
  putOrder,
} from '#contract/retailer-orders.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { deleteRetailerProject, putProject } from '#contract/retailer-projects.ts'
import { putOffer, putVoucher } from '#contract/retailer-vouchers.ts'
import { putGalleryEntryState, putWidget } from '#contract/retailer-widgets.ts'
import { commands, domains } from './app.ts'
import { change } from './context.ts'
import { markCustomerErasing } from './domains/customers/index.ts'
import { closeAccount } from './domains/identity/testing/mail-links.ts'
import { invoiceForTests, invoiceGroupForTests } from './domains/invoices/invoices.testing.ts'
import { pdfForTests } from './domains/product-files/product-files.testing.ts'
import { projectForTests } from './domains/projects/projects.testing.ts'
import { createServiceToken } from './domains/services/tokens/command.ts'
import { widgetForTests } from './domains/widgets/widgets.testing.ts'
import { deleteRows } from './platform/db/rows.ts'
import { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { orderForTests, productForTests } from './testing/retailer-orders.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const CREATED_AT = '2026-11-01T10:00:00.000Z'

let customer: Client
/** A key and versions that no other test uses. */
let key: string
let base = 0
const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false, serviceTokens: [{ name: 'shop', token: TOKEN }] },
  }),
)
/** The retailer's service. */
const retailer = new Client(server.origin, '', '', TOKEN)
beforeEach(async () => {
  customer = await server.customer({ business: true })
  key = randomUUID()
  base += 10
})

/** A state of one of two contents, as it is sent. */
interface Sent {
  accountId: string
  isOther: boolean
}
interface Feed {
  endpoint: Endpoint
  params: () => Record<string, string>
  /** Without the version. */
  body: (sent: Sent) => object
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** A JSON value with the names of its objects in order (RFC 8785). */
function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sortNames(part)]),
  )
}

const titleOf = ({ isOther }: Sent) => ({ title: isOther ? 'Another title' : 'A title' })

/** States of an account. */
const ACCOUNT_FEEDS: readonly Feed[] = [
  {
    endpoint: putOrder,
    params: () => ({ code: key }),
    body: ({ accountId, isOther }) =>
      orderForTests(accountId, CREATED_AT, {
        status: isOther ? 'shipped' : 'producing',
        products: [productForTests(`P-${key}`)],
      }),
  },
  {
    endpoint: putVoucher,
    params: () => ({ code: key }),
    body: sent => ({ accountId: sent.accountId, code: `V-${key}`, ...titleOf(sent) }),
  },
  {
    endpoint: putInvoice,
    params: () => ({ number: key }),
    // No PDF is rendered during the test, after which its content would be final.
    body: ({ accountId, isOther }) =>
      invoiceForTests(accountId, { pdf: 'supplied', dueDate: isOther ? '2026-12-21' : '2026-12-20' }),
  },
  {
    endpoint: putInvoiceGroup,
    params: () => ({ id: key }),
    body: ({ accountId, isOther }) => {
      const dueDate = isOther ? '2026-12-21' : '2026-12-20'
      return invoiceGroupForTests(accountId, { number: key, pdf: 'supplied', dueDate })
    },
  },
  {
    endpoint: putProductFile,
    params: () => ({ code: key, purpose: 'print.pdf' }),
    body: titleOf,
  },
  {
    endpoint: putProject,
    params: () => ({ id: key }),
    body: sent => ({ accountId: sent.accountId, ...projectForTests(CREATED_AT, titleOf(sent)) }),
  },
  {
    endpoint: putWidget,
    params: () => ({ code: key }),
    body: sent => ({ accountId: sent.accountId, ...widgetForTests('K-1', [key], titleOf(sent)) }),
  },
]

/** The state of an account whose key is the account itself. */
const STATUS_FEED: Feed = {
  endpoint: putCustomerStatus,
  params: () => ({ accountId: customer.accountId }),
  body: ({ isOther }) => ({ status: isOther ? 'Blocked' : 'Active' }),
}

/** States that belong to no account. */
const SHARED_FEEDS: readonly Feed[] = [
  {
    endpoint: putDeliveryDates,
    params: () => ({ orderId: key }),
    body: ({ isOther }) => ({
      dates: isOther ? [] : [{ from: '2026-12-01', to: '2026-12-02', productCodes: [] }],
    }),
  },
  {
    endpoint: putArticleGroups,
    params: () => ({}),
    body: ({ isOther }) => ({
      articleGroups: [{ id: 'prints', name: isOther ? 'Posters' : 'Prints', articleNames: [] }],
    }),
  },
  {
    endpoint: putCampaign,
    params: () => ({ name: key }),
    body: ({ isOther }) => ({ orderBefore: CREATED_AT, occasion: isOther ? 'easter' : 'christmas' }),
  },
  { endpoint: putOffer, params: () => ({ optionCode: key }), body: titleOf },
  {
    endpoint: putChannel,
    params: () => ({ id: key }),
    body: ({ isOther }) => ({
      vendor: { id: 'keepsake', locale: 'en-GB' },
      shopUrl: 'https://shop.example/',
      currency: isOther ? 'EUR' : 'GBP',
      articles: [],
    }),
  },
]

/** Sends a version as the retailer does; answers status, version and whether it was stored. */
async function send(
  { endpoint, params, body }: Feed,
  version: number,
  { accountId = customer.accountId, isOther = false }: Partial<Sent> = {},
): Promise<[status: number, version?: number, stored?: boolean]> {
  const content = body({ accountId, isOther })
  const response =
    endpoint === putProductFile
      ? await sendFile(params(), { version: base + version, accountId }, JSON.stringify(content))
      : await retailer.send(endpoint, { params: params(), body: { ...content, version: base + version } })
  const receipt = (await response.json()) as { version: number; stored: boolean }
  return response.ok ? [response.status, receipt.version - base, receipt.stored] : [response.status]
}

function sendFile(
  { code, purpose }: Record<string, string>,
  query: { version: number; accountId: string },
  text: string,
): Promise<Response> {
  const path = `${SERVICES.productFiles}/retailer/products/${code}/files/${purpose}`
  return retailer.fetch(`${path}?version=${query.version}&accountId=${query.accountId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: Uint8Array.from(pdfForTests(text)),
  })
}

/** Reads what was sent last, by the path of the call that sends it. */
const readBack = ({ endpoint, params }: Feed) =>
  retailer.send(
    { ...endpoint, method: 'GET' },
    { params: params(), query: endpoint === putInvoice ? { channel: 'KEEPSAKE-GB' } : {} },
  )

/** Lists what was sent since an instant. */
async function listBack({ endpoint: { service, path } }: Feed, since: string) {
  const listPath = SERVICES[service] + path.replace(/\/:.*$/, '')
  const response = await retailer.fetch(`${listPath}?since=${encodeURIComponent(since)}`)
  return ((await response.json()) as { items: { id: string; version: number; hash: string }[] }).items
}

/** The id of a state in its list. */
function getListId({ endpoint, params }: Feed): string {
  if (endpoint === putInvoice) return `KEEPSAKE-GB/${key}`
  return Object.values(params()).join('/')
}

const named = (feeds: readonly Feed[]) =>
  feeds.map(feed => ({ feed, name: `${feed.endpoint.service} ${feed.endpoint.path}` }))

describe.each(named([...ACCOUNT_FEEDS, STATUS_FEED, ...SHARED_FEEDS]))('$name', ({ feed }) => {
  test('RV-951 AA-062 stores a higher version; the same and a lower one answer 200 without a change; other content under the same version is a conflict', async () => {
    expect(await send(feed, 3)).toEqual([200, 3, true])
    expect(await send(feed, 3)).toEqual([200, 3, false])
    expect(await send(feed, 2, { isOther: true })).toEqual([200, 3, false])
    expect(await send(feed, 3, { isOther: true })).toEqual([409])
    expect(await send(feed, 3)).toEqual([200, 3, false])
    expect(await send(feed, 4, { isOther: true })).toEqual([200, 4, true])
    expect(await send(feed, 4)).toEqual([409])
    expect(await send(feed, 3)).toEqual([200, 4, false])
  })

  test('NX-358 is read back as it was sent, with its version as entity tag, and listed with its hash', async () => {
    const since = server.clock.now().toISOString()
    if (feed.endpoint !== putArticleGroups) expect((await readBack(feed)).status).toBe(404)
    for (const [version, isOther] of [
      [3, false],
      [2, true],
      [4, true],
    ] as const) {
      await send(feed, version, { isOther })
      const sent = version === 2 ? { version: 3, isOther: false } : { version, isOther }
      const content = feed.body({ accountId: customer.accountId, isOther: sent.isOther })
      const body =
        feed.endpoint === putProductFile
          ? { accountId: customer.accountId, sha256: hashOf(pdfForTests(JSON.stringify(content))) }
          : (JSON.parse(JSON.stringify(content)) as object)
      const response = await readBack(feed)
      const state = (await response.json()) as { version: number; hash: string; body: object }
      expect(state).toEqual({
        version: base + sent.version,
        body: { ...body, version: base + sent.version },
        hash: hashOf(JSON.stringify(sortNames(state.body))),
        storedAt: server.clock.now().toISOString(),
        storedBy: 'shop',
        state: [putInvoice, putInvoiceGroup].includes(feed.endpoint as never) ? 'announced' : 'stored',
        problems: [],
      })
      expect(response.headers.get('etag')).toBe(`"${base + sent.version}"`)
      if (feed.endpoint === putArticleGroups) continue
      const listed = (await listBack(feed, since)).find(({ id }) => id === getListId(feed))
      expect(listed).toMatchObject({ version: state.version, hash: state.hash })
    }
    if (feed.endpoint === putArticleGroups) return
    const later = new Date(server.clock.now().getTime() + 1).toISOString()
    expect(await listBack(feed, later)).toEqual([])
  })

  test('RV-951 of versions that are sent at the same moment the highest one is stored, each once', async () => {
    const sent = [1, 2, 2, 1, 3, 3].map(version => send(feed, version, { isOther: version === 2 }))
    const answers = await Promise.all(sent)
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers.filter(([, version, stored]) => version === 3 && stored)).toHaveLength(1)
    expect(await send(feed, 3)).toEqual([200, 3, false])
  })
})

describe.each(named(ACCOUNT_FEEDS))('$name', ({ feed }) => {
  test('RV-951 refuses the key of another account, also at the same moment', async () => {
    const { accountId } = await server.customer()
    const both = await Promise.all([send(feed, 1), send(feed, 1, { accountId })])
    const statuses = both.map(([status]) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const foreign = statuses[0] === 200 ? accountId : customer.accountId
    expect(await send(feed, 1, { accountId: foreign })).toEqual([409])
    expect(await send(feed, 2, { accountId: foreign, isOther: true })).toEqual([409])
  })
})

describe.each(named([...ACCOUNT_FEEDS, STATUS_FEED]))('$name', ({ feed }) => {
  test('RV-951 AA-083 receives versions of a closed and of a reopened account; an erased and an unknown one are not found', async () => {
    expect(await send(feed, 1)).toEqual([200, 1, true])
    const { keepToken } = await closeAccount(server, customer)
    expect(await send(feed, 2, { isOther: true })).toEqual([200, 2, true])
    const path = `${SERVICES.account}/closures/${keepToken}/actions/keep`
    expect((await fetch(new URL(path, server.origin), { method: 'POST' })).status).toBe(204)
    expect(await send(feed, 2, { isOther: true })).toEqual([200, 2, false])
    expect(await send(feed, 3)).toEqual([200, 3, true])
    await change(server.ctx, tx => markCustomerErasing(tx, customer.accountId, server.clock.now()))
    expect(await send(feed, 4)).toEqual([404])
    customer = new Client(server.origin, randomUUID(), '', '')
    expect(await send(feed, 4)).toEqual([404])
  })
})

test('NX-358 lists have pages of 500, in which no state is missing or twice', async () => {
  server.clock.set(new Date(server.clock.now().getTime() + 1000))
  const since = server.clock.now().toISOString()
  const names = Array.from({ length: 520 }, (_, n) => `page-${n}`)
  for (const name of names)
    await retailer.call(putCampaign, { params: { name }, body: { version: 1, orderBefore: CREATED_AT } })
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { since, ...(cursor && { cursor }) }
    const page = await retailer.call(getRetailerCampaigns, { query })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.cursor
    // A state that is sent again meanwhile is at the end as well.
    if (pages.length === 1) {
      server.clock.set(new Date(server.clock.now().getTime() + 1000))
      await retailer.call(putCampaign, {
        params: { name: pages[0]![0]! },
        body: { version: 2, orderBefore: CREATED_AT },
      })
    }
  }
  expect(pages[0]).toHaveLength(500)
  expect(
    pages
      .flat()
      .filter(id => id.startsWith('page-'))
      .toSorted(),
  ).toEqual([...names, pages[0]![0]!].toSorted())
  expect(pages.at(-1)!.at(-1)).toBe(pages[0]![0])
  const wrong = await retailer.expectError(getRetailerCampaigns, { query: { cursor: 'nonsense' } })
  expect(wrong.status).toBe(400)
})

test('NX-356 delivery dates that a service of another vendor sent before the order are dropped when it comes', async () => {
  const sendDates = async (vendors: string[]) => {
    const name = `s-${randomUUID().slice(0, 8)}`
    const created = await createServiceToken(server.ctx, name, { vendors, scopes: null, days: 1 })
    const service = new Client(server.origin, '', '', created!.token)
    const code = `K-${randomUUID()}`
    const dates = [{ from: '2026-12-01', to: '2026-12-02', productCodes: [] }]
    await service.call(putDeliveryDates, { params: { orderId: code }, body: { version: 1, dates } })
    const products = [productForTests(`P-${code}`)]
    await retailer.call(putOrder, {
      params: { code },
      body: orderForTests(customer.accountId, CREATED_AT, { products }),
    })
    const shown = await customer.send(getDeliveryDates, { params: { orderId: code } })
    const read = await retailer.send(getRetailerDeliveryDates, { params: { orderId: code } })
    const again = await service.send(putDeliveryDates, {
      params: { orderId: code },
      body: { version: 2, dates },
    })
    return [shown.status, read.status, again.status]
  }
  expect(await sendDates(['snapbook'])).toEqual([404, 404, 404])
  expect(await sendDates(['keepsake'])).toEqual([200, 200, 200])
})

test('NX-358 what is deleted for good is not read back, nor is anything of an erased account', async () => {
  const project = named(ACCOUNT_FEEDS).find(({ name }) => name.includes('/projects/'))!.feed
  await send(project, 1)
  expect((await readBack(project)).status).toBe(200)
  await retailer.call(deleteRetailerProject, { params: { id: key } })
  expect((await readBack(project)).status).toBe(404)
  const order = named(ACCOUNT_FEEDS)[0]!.feed
  await send(order, 1)
  const erasing = commands
    .find(({ name }) => name === 'erase-account')!
    .parse([customer.accountId, ...['--by', 'Ada']])!
  expect(await erasing(server.ctx, () => undefined)).toBe(0)
  expect((await readBack(order)).status).toBe(404)
})

test('NX-358 a version that no service has sent is recorded when it is sent again', async () => {
  const order = named(ACCOUNT_FEEDS)[0]!.feed
  await send(order, 1)
  await deleteRows(server.ctx.db, 'retailer_states', { key })
  expect((await readBack(order)).status).toBe(404)
  expect(await send(order, 1)).toEqual([200, 1, false])
  expect((await readBack(order)).status).toBe(200)
})

test('RV-951 every feed of the contract is among these', () => {
  const feeds = domains
    .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
    .filter(({ path, answer }) => {
      const { version, stored } = (answer as ZodObject)?.shape ?? {}
      // A decision about a gallery entry names a version, and is none.
      return version && stored && path !== putGalleryEntryState.path
    })
  // A complaint must have been reported first: its feed has tests of its own.
  const tested = [...ACCOUNT_FEEDS, STATUS_FEED, ...SHARED_FEEDS, { endpoint: putRetailerComplaint }].map(
    ({ endpoint }) => endpoint.path,
  )
  expect(tested.toSorted()).toEqual(feeds.map(({ path }) => path).toSorted())
})
