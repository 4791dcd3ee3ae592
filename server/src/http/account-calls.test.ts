import { expect, test } from 'vitest'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { encodeBase64Text } from '#contract/input/base64-text.ts'
import { requestSubscription } from '#contract/subscriptions.ts'
import { findMailedLink } from '../domains/identity/testing/mail-links.ts'
import { createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import { addressForTests } from '../testing/addresses.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { startRetailerServer } from '../testing/retailer-server.ts'

/** Fields that the answer has, among others, are the words at the end. */
type DocumentedCall = [service: ServiceKey, call: string, status: number, fields?: string]

/**
 * The calls of section 7 of the specification of the account area, with its paths and queries, in an order in which a
 * business customer can make all of them. The confirmations of a deletion and of another address end the session
 * (closures.test.ts, email-change.test.ts).
 */
const CALLS: readonly DocumentedCall[] = [
  ['account', 'POST /v2/identities/{idpType}/{idpSub}/deleteaccount', 202],
  ['account', 'POST /v2/identities/{idpType}/{idpSub}/emailchanges', 202],
  ['subscriptions', 'POST /api/v1/Profiles/{email}/subscription/confirm/{token}', 204],
  ['customers', 'GET /customers/me', 200, 'status accountDeleted addresses ftp'],
  ['customers', 'PUT /customers/me', 200],
  ['customers', 'PATCH /customers/me', 200],
  ['customers', 'GET /customers/me/addresses', 200, 'addresses'],
  ['customers', 'POST /customers/me/addresses', 201, 'id'],
  ['customers', 'PUT /customers/me/addresses/{id}', 200],
  ['customers', 'DELETE /customers/me/addresses/{id}', 204],
  ['orders', 'GET /v2/superorders/me?Offset=0&Limit=100&OrderState=notExpired', 200, 'superOrders'],
  [
    'orders',
    'GET /v1/superorders/{code}',
    200,
    'superOrderCode createdAt products productCount deliveryAddress status',
  ],
  ['orders', 'GET /orders/byAccount/{accountId}?articleNames=Prints&offset=0&limit=10', 200, 'orders'],
  ['orders', 'GET /v1/Orders/{id}', 200, 'superOrderCode'],
  ['orders', 'PUT /v1/superorders/{code}/deliveryAddress', 202],
  ['orders', 'GET /OrderDeliveryDates/{orderId}', 200, 'dates'],
  ['orders', 'GET /reorder/status/{orderCode}', 200, 'orderCode reorderable'],
  ['orders', 'POST /reorder-direct?OrderCode={orderCode}', 200, 'ShopUrl'],
  ['orders', 'GET /v1/ArticleGroup', 200, 'articleGroups'],
  ['orders', 'GET /v1/Campaign/{name}', 200, 'orderBefore'],
  ['vouchers', 'GET /api/v1/campaigns/offers/{optionCode}', 200, 'isVoucherFound'],
  ['invoices', 'GET /api/v1/InvoiceGroupFiles/me/{id}', 200],
  ['invoices', 'GET /api/v1/HistoricalInvoice/me', 200, 'historicalInvoices'],
  ['invoices', 'GET /api/v1/HistoricalInvoice/me/pdf/{id}/{channel}', 200],
  [
    'productFiles',
    'GET /v1/Products/{code}?extendResponseCommand=none&extendResponseWithUrls=false',
    200,
    'files',
  ],
  ['productFiles', 'GET /v1/pdf/me/{code}', 200],
  ['productFiles', 'GET /v1/Pdfs/me', 200, 'pdfs'],
  ['projects', 'GET /api/v2/projects/{accountId}?skip=0&limit=10', 200, 'projects totalProjectCount'],
  ['projects', 'DELETE /api/v2/project/{id}', 204],
  ['widgets', 'GET /v1/widget/{code}', 200, 'productCode'],
  ['widgets', 'GET /v1/widget/all?orderCodes={orderCode}', 200, 'widgets'],
  ['widgets', 'POST /v1/widget/{code}', 200],
  [
    'widgets',
    'PUT /v1/widget/{id}/share?vendorId=keepsake&fromName=Anna&personalMessage=Hello&toEmailAddress={recipient}',
    204,
  ],
  ['widgets', 'GET /v1/galleryentries/{id}?channel={channel}', 200, 'widgetId'],
  ['widgets', 'PUT /v1/galleryentries/{widgetId}?channel={channel}', 200, 'widgetId'],
  ['widgets', 'DELETE /v1/galleryentries/{id}?channel={channel}', 204],
  ['widgets', 'POST /v1/galleryentries/', 201, 'id widgetId'],
  ['widgets', 'GET /v1/categories', 200, 'categories'],
  ['widgets', 'GET /v1/blockedorders/{id}', 200, 'blocked'],
  ['widgets', 'DELETE /v1/widget/{code}', 204],
  ['storage', 'GET /uploads/{id}?accountId={accountId}', 200, 'id url'],
  ['storage', 'POST /getanonymousuploads', 200],
  ['merchandise', 'POST ', 200, 'data'],
]

const samples = await loadAccessSamples()
const retailer = closeAfterAll(await startRetailerServer())
for (const { answerRetailerCalls } of samples) answerRetailerCalls?.(retailer)
const server = closeAfterAll(
  await testServer({ config: { rateLimits: false, retailer: retailer.settings, sftp: { port: 0 } } }),
)
const owner = await server.customer({ business: true })
const ids = await createAccessData(server, owner, samples)
await owner.call(requestSubscription)
const { searchParams } = await findMailedLink(server, owner.email, '/subscription-confirmation')
/** Values of queries, and of paths that have no sample. */
const VALUES: Record<string, string> = {
  email: owner.email,
  token: searchParams.get('confirmation-token')!,
  orderCode: ids.order!,
  id: ids.order!,
  accountId: owner.accountId,
  channel: 'KEEPSAKE-GB',
  recipient: encodeBase64Text('grandma@keepsake.test'),
}
/** A good one, in place of the sample's. */
const NEW_ADDRESS = addressForTests({ companyName: 'Studio Keller' })

const fillIn = (text: string) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(VALUES[name]!))

/** The sample call of the same route, whatever its parameters are called: its ids and its body. */
function findSample(route: string) {
  const toPattern = (name: string) => name.replace(/\{\w+\}|:\w+/g, '*')
  const calls = samples.flatMap(each => Object.entries(each.calls ?? {}))
  return calls.find(([name]) => toPattern(name) === toPattern(route))?.[1](ids)
}

function send([service, call]: DocumentedCall, headers: Record<string, string>) {
  const [route = '', query] = call.split('?')
  const [method, path = ''] = route.split(' ')
  const address = SERVICES[service] + path
  const sample = findSample(`${method} ${address}`)
  const body = call === 'POST /customers/me/addresses' ? NEW_ADDRESS : sample?.body
  return fetch(
    server.origin + (sample?.path.split('?')[0] ?? fillIn(address)) + (query ? `?${fillIn(query)}` : ''),
    {
      method: method!,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  )
}

async function readFields(answer: Response): Promise<string[]> {
  const text = await answer.text()
  return answer.headers.get('content-type')?.includes('json') ? Object.keys(JSON.parse(text)) : []
}

test('AA-122 without a token two calls of the document are answered, a newsletter’s confirmation and the block of an order; all others are 401', async () => {
  const answered: string[] = []
  for (const documented of CALLS) {
    const [, call, expected] = documented
    const { status } = await send(documented, {})
    if (status === expected) answered.push(call)
    else expect([call, status]).toEqual([call, 401])
  }
  expect(answered).toEqual([
    'POST /api/v1/Profiles/{email}/subscription/confirm/{token}',
    'GET /v1/blockedorders/{id}',
  ])
})

test('AA-122 every call of the document is answered to its customer, on its path, with its query and its fields', async () => {
  const authorization = `Bearer ${owner.token}`
  for (const documented of CALLS) {
    const [, call, status, fields = ''] = documented
    const answer = await send(documented, { authorization })
    const found = await readFields(answer)
    const missing = fields.split(' ').filter(name => name && !found.includes(name))
    expect.soft([call, answer.status, missing]).toEqual([call, status, []])
  }
})
