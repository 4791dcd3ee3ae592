import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { listContractEndpoints } from '#contract/inputs.testing.ts'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { getOrderDocuments } from '#contract/order-documents.ts'
import { getOrders } from '#contract/orders.ts'
import { getProductPdfs } from '#contract/product-files.ts'
import { getProjects } from '#contract/projects.ts'
import { createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { fetchDocument, findOperation } from '../testing/openapi-document.ts'
import { readPages } from '../testing/read-pages.ts'

const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
const config = {
  rateLimits: false,
  sftp: { port: 0 },
  serviceTokens: [{ name: 'orders', token: SERVICE_TOKEN }],
}
const server = closeAfterAll(await testServer({ config }))
const business = await server.customer({ business: true })
const samples = await loadAccessSamples()
// Two of everything, so that lists with a limit of one have a second page.
const first = await createAccessData(server, business, samples)
const repeatable = samples.filter(
  ({ calls = {} }) => !Object.keys(calls).some(name => name.includes(SERVICES.callbacks)),
)
const ids = { ...first, ...(await createAccessData(server, business, repeatable)) }
await server.idle()
const document = await fetchDocument(server.app)
const endpoints = await listContractEndpoints()

const shapeOf = (schema: z.ZodType): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {}
const lists = endpoints.filter(
  each => each.method === 'GET' && ('cursor' in shapeOf(each.query) || 'cursor' in shapeOf(each.answer)),
)
const nameOf = ({ method, service, path }: Endpoint) => `${method} ${SERVICES[service]}${path}`

/** The address of a list with what it needs, from the access samples. */
function findAddress(endpoint: Endpoint): string {
  const name = nameOf(endpoint)
  for (const { calls = {}, serviceCalls = {} } of samples) {
    const sample = calls[name] ?? serviceCalls[name]
    if (sample) return sample(ids).path
  }
  return SERVICES[endpoint.service] + endpoint.path
}

async function read(endpoint: Endpoint, query: Record<string, string>): Promise<Record<string, unknown>> {
  const url = new URL(findAddress(endpoint), server.origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const token = endpoint.policy === 'service' ? SERVICE_TOKEN : business.token
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const body = (await response.json()) as Record<string, unknown>
  expect([nameOf(endpoint), query, response.status, response.ok ? '' : body]).toEqual([
    nameOf(endpoint),
    query,
    200,
    '',
  ])
  return body
}

/** The entries of a page: its first list. */
const entriesOf = (page: Record<string, unknown>): string[] =>
  (Object.values(page).find(Array.isArray) ?? []).map(identify)
/** Signed addresses differ from call to call. */
const identify = (entry: Record<string, unknown>) =>
  JSON.stringify(
    Object.entries(entry).filter(
      ([, value]) => typeof value === 'string' && !/^https?:|^\/media/.test(value),
    ),
  )

test('NX-442 RV-1042 every list has the same parameter and the same field for its pages, a text or null', () => {
  expect(lists.length).toBeGreaterThan(30)
  for (const endpoint of lists) {
    const operation = findOperation(document, endpoint)!
    const parameter = operation.parameters?.find(({ name }) => name === 'cursor')
    expect([nameOf(endpoint), parameter?.schema.type]).toEqual([nameOf(endpoint), 'string'])
    const cursor = shapeOf(endpoint.answer).cursor as z.ZodType
    const accepts = ['x', null, undefined, 1, {}].map(value => cursor.safeParse(value).success)
    expect([nameOf(endpoint), accepts]).toEqual([nameOf(endpoint), [true, true, false, false, false]])
  }
  const others = endpoints.filter(
    each =>
      each.method === 'GET' && ['next', 'nextCursor', 'hasMore'].some(name => name in shapeOf(each.answer)),
  )
  expect(others.map(nameOf)).toEqual([])
})

test('NX-442 RV-1042 every list is read to its end, each entry once', async () => {
  let continued = 0
  for (const endpoint of lists) {
    const limit = (entries: number): Record<string, string> =>
      'limit' in shapeOf(endpoint.query) ? { limit: String(entries) } : {}
    const pages = await readPages(
      next => read(endpoint, { ...limit(1), ...next }) as Promise<{ cursor: string | null }>,
    )
    const entries = pages.flatMap(entriesOf)
    const whole = entriesOf(await read(endpoint, limit(Math.max(1, entries.length))))
    expect([nameOf(endpoint), entries]).toEqual([nameOf(endpoint), whole])
    expect([nameOf(endpoint), new Set(entries).size]).toEqual([nameOf(endpoint), entries.length])
    if (pages.length > 1) continued++
  }
  expect(continued).toBeGreaterThanOrEqual(15)
})

test('NX-442 RV-1043 no call accepts a parameter that it does not declare', async () => {
  const open: string[] = []
  for (const endpoint of endpoints.filter(
    ({ method, policy }) => method === 'GET' && !['session', 'upload-session'].includes(policy),
  )) {
    const url = new URL(findAddress(endpoint).replace(/:\w+/g, 'x'), server.origin)
    url.searchParams.set('colour', 'red')
    const token = endpoint.policy === 'service' ? SERVICE_TOKEN : business.token
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const { fields } = (await response.json().catch(() => ({}))) as { fields?: object }
    if (response.status !== 400 || !(fields && 'colour' in fields))
      open.push(`${nameOf(endpoint)} ${response.status}`)
  }
  expect(open).toEqual([])
})

const params = { accountId: business.accountId }
test.each<[string, Endpoint, object?]>([
  ['orders', getOrders],
  ['invoices', getHistoricalInvoices],
  ['documents', getOrderDocuments],
  ['product files', getProductPdfs],
  ['projects', getProjects, params],
])(
  'NX-442 RV-1043 the list of %s names what has changed in the last minute and since, oldest change first',
  async (_, endpoint, params) => {
    const list = async (query: object) => {
      const page = await business.call(endpoint as never, { params, query } as never)
      return Object.values(page as object).find(Array.isArray) as { changedAt: string }[]
    }
    const all = await list({ changedSince: '1970-01-01T00:00:00Z' })
    expect(all.length).toBeGreaterThan(1)
    const changes = all.map(({ changedAt }) => changedAt)
    expect(changes).toEqual(changes.toSorted())
    const pages = await readPages(next =>
      business.call(
        endpoint as never,
        { params, query: { changedSince: '1970-01-01T00:00:00Z', limit: 1, ...next } } as never,
      ),
    )
    expect(pages.flatMap(page => Object.values(page as object).find(Array.isArray))).toEqual(all)
    const last = Date.parse(changes.at(-1)!)
    const atEnd = all.filter(({ changedAt }) => Date.parse(changedAt) === last)
    // The change is a minute older than the instant at most.
    expect(await list({ changedSince: new Date(last + 60_000).toISOString() })).toEqual(atEnd)
    expect(await list({ changedSince: new Date(last + 60_001).toISOString() })).toEqual([])
  },
)
