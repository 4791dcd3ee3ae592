import { expect, test } from 'vitest'
import { SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { encodeBase64Text } from '#contract/input/base64-text.ts'
import { requestSubscription } from '#contract/subscriptions.ts'
import { type AccessIds, createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import { addressForTests } from '../testing/addresses.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { startRetailerServer } from '../testing/retailer-server.ts'

interface DocumentedCall {
  service: ServiceKey
  status: number
  /** Fields that the answer has, among others. */
  fields?: string[]
  /** Values of the names in braces. */
  values?: (ids: AccessIds) => Record<string, string | undefined>
  body?: (ids: AccessIds) => unknown
}

const CHANNEL = 'KEEPSAKE-GB'
const ADDRESS = addressForTests({ companyName: 'Studio Keller' })
const ENTRY = { title: 'Our year', description: '', categoryId: 'family', authorName: 'Anna K.' }
const RECORD = {
  salutation: null,
  firstName: 'Anna',
  lastName: 'Keller',
  dateOfBirth: null,
  phoneNumber: null,
  language: 'en-GB',
  paymentMethod: null,
  ftp: { callbackUrl: null, callbackFormat: 'JSON' },
}
const identity = ({ account }: AccessIds) => ({ idpType: 'keepsake', idpSub: account })
const orderCode = ({ order }: AccessIds) => ({ code: order, id: order, orderId: order, orderCode: order })
const productCode = ({ product }: AccessIds) => ({ code: product, id: product, widgetId: product })
const galleryEntry = ({ entry }: AccessIds) => ({ id: entry, channel: CHANNEL })

/**
 * The calls of section 7 of the specification of the account area, with its paths and queries, in an order in which a
 * business customer can make all of them. The confirmations of a deletion and of another address end the session
 * (closures.test.ts, email-change.test.ts).
 */
const CALLS: Record<string, DocumentedCall> = {
  'POST /v2/identities/{idpType}/{idpSub}/deleteaccount': {
    service: 'account',
    status: 202,
    values: identity,
    body: () => ({ channel: CHANNEL }),
  },
  'POST /v2/identities/{idpType}/{idpSub}/emailchanges': {
    service: 'account',
    status: 202,
    values: identity,
    body: () => ({ email: 'another-address@keepsake.test', channel: CHANNEL }),
  },
  'POST /api/v1/Profiles/{email}/subscription/confirm/{token}': {
    service: 'subscriptions',
    status: 204,
    values: ({ email, token }) => ({ email, token }),
  },
  'GET /customers/me': {
    service: 'customers',
    status: 200,
    fields: ['status', 'accountDeleted', 'addresses', 'ftp'],
  },
  'PUT /customers/me': { service: 'customers', status: 200, body: () => RECORD },
  'PATCH /customers/me': {
    service: 'customers',
    status: 200,
    body: () => ({ ftp: { callbackUrl: null, callbackFormat: 'XML' } }),
  },
  'GET /customers/me/addresses': { service: 'customers', status: 200, fields: ['addresses'] },
  'POST /customers/me/addresses': {
    service: 'customers',
    status: 201,
    fields: ['id'],
    body: () => ADDRESS,
  },
  'PUT /customers/me/addresses/{id}': {
    service: 'customers',
    status: 200,
    values: ({ address }) => ({ id: address }),
    body: () => ADDRESS,
  },
  'DELETE /customers/me/addresses/{id}': {
    service: 'customers',
    status: 204,
    values: ({ address }) => ({ id: address }),
  },
  'GET /v2/superorders/me?Offset=0&Limit=100&OrderState=notExpired': {
    service: 'orders',
    status: 200,
    fields: ['superOrders'],
  },
  'GET /v1/superorders/{code}': {
    service: 'orders',
    status: 200,
    fields: ['superOrderCode', 'createdAt', 'products', 'productCount', 'deliveryAddress', 'status'],
    values: orderCode,
  },
  'GET /orders/byAccount/{accountId}?articleNames=Prints&offset=0&limit=10': {
    service: 'orders',
    status: 200,
    fields: ['orders'],
    values: ({ account }) => ({ accountId: account }),
  },
  'GET /v1/Orders/{id}': { service: 'orders', status: 200, fields: ['superOrderCode'], values: orderCode },
  'PUT /v1/superorders/{code}/deliveryAddress': {
    service: 'orders',
    status: 202,
    values: orderCode,
    body: () => addressForTests(),
  },
  'GET /OrderDeliveryDates/{orderId}': {
    service: 'orders',
    status: 200,
    fields: ['dates'],
    values: orderCode,
  },
  'GET /reorder/status/{orderCode}': {
    service: 'orders',
    status: 200,
    fields: ['orderCode', 'reorderable'],
    values: orderCode,
  },
  'POST /reorder-direct?OrderCode={orderCode}': {
    service: 'orders',
    status: 200,
    fields: ['ShopUrl'],
    values: orderCode,
  },
  'GET /v1/ArticleGroup': { service: 'orders', status: 200, fields: ['articleGroups'] },
  'GET /v1/Campaign/{name}': {
    service: 'orders',
    status: 200,
    fields: ['orderBefore'],
    values: () => ({ name: 'access' }),
  },
  'GET /api/v1/campaigns/offers/{optionCode}': {
    service: 'vouchers',
    status: 200,
    fields: ['isVoucherFound'],
    values: ({ voucher }) => ({ optionCode: voucher }),
  },
  'GET /api/v1/InvoiceGroupFiles/me/{id}': {
    service: 'invoices',
    status: 200,
    values: ({ invoiceGroup }) => ({ id: invoiceGroup }),
  },
  'GET /api/v1/HistoricalInvoice/me': {
    service: 'invoices',
    status: 200,
    fields: ['historicalInvoices'],
  },
  'GET /api/v1/HistoricalInvoice/me/pdf/{id}/{channel}': {
    service: 'invoices',
    status: 200,
    values: ({ invoice }) => ({ id: invoice, channel: CHANNEL }),
  },
  'GET /v1/Products/{code}?extendResponseCommand=none&extendResponseWithUrls=false': {
    service: 'productFiles',
    status: 200,
    fields: ['files'],
    values: productCode,
  },
  'GET /v1/pdf/me/{code}': { service: 'productFiles', status: 200, values: productCode },
  'GET /v1/Pdfs/me': { service: 'productFiles', status: 200, fields: ['pdfs'] },
  'GET /api/v2/projects/{accountId}?skip=0&limit=10': {
    service: 'projects',
    status: 200,
    fields: ['projects', 'totalProjectCount'],
    values: ({ account }) => ({ accountId: account }),
  },
  'DELETE /api/v2/project/{id}': {
    service: 'projects',
    status: 204,
    values: ({ project }) => ({ id: project }),
  },
  'GET /v1/widget/{code}': {
    service: 'widgets',
    status: 200,
    fields: ['productCode'],
    values: productCode,
  },
  'GET /v1/widget/all?orderCodes={orderCode}': {
    service: 'widgets',
    status: 200,
    fields: ['widgets'],
    values: orderCode,
  },
  'POST /v1/widget/{code}': {
    service: 'widgets',
    status: 200,
    values: productCode,
    body: () => ({ title: 'Our year', description: '' }),
  },
  'PUT /v1/widget/{id}/share?vendorId=keepsake&fromName=Anna&personalMessage=Hello&toEmailAddress={recipient}':
    {
      service: 'widgets',
      status: 204,
      values: ids => ({ ...productCode(ids), recipient: encodeBase64Text('grandma@keepsake.test') }),
    },
  'GET /v1/galleryentries/{id}?channel={channel}': {
    service: 'widgets',
    status: 200,
    fields: ['widgetId'],
    values: galleryEntry,
  },
  'PUT /v1/galleryentries/{widgetId}?channel={channel}': {
    service: 'widgets',
    status: 200,
    fields: ['widgetId'],
    values: ids => ({ ...galleryEntry(ids), ...productCode(ids) }),
    body: () => ENTRY,
  },
  'DELETE /v1/galleryentries/{id}?channel={channel}': {
    service: 'widgets',
    status: 204,
    values: galleryEntry,
  },
  'POST /v1/galleryentries/': {
    service: 'widgets',
    status: 201,
    fields: ['id', 'widgetId'],
    body: ({ product }) => ({ widgetId: product, channel: CHANNEL, ...ENTRY }),
  },
  'GET /v1/categories': { service: 'widgets', status: 200, fields: ['categories'] },
  'GET /v1/blockedorders/{id}': {
    service: 'widgets',
    status: 200,
    fields: ['blocked'],
    values: orderCode,
  },
  'DELETE /v1/widget/{code}': { service: 'widgets', status: 204, values: productCode },
  'GET /uploads/{id}?accountId={accountId}': {
    service: 'storage',
    status: 200,
    fields: ['id', 'url'],
    values: ({ storedPicture, account }) => ({ id: storedPicture, accountId: account }),
  },
  'POST /getanonymousuploads': {
    service: 'storage',
    status: 200,
    body: ({ storedPicture }) => [storedPicture],
  },
  'POST ': {
    service: 'merchandise',
    status: 200,
    fields: ['data'],
    body: () => ({ query: '{ channels { ID Vendor { ID Locale } } }' }),
  },
}

const samples = await loadAccessSamples()
const retailer = closeAfterAll(await startRetailerServer())
for (const { answerRetailerCalls } of samples) answerRetailerCalls?.(retailer)
const server = closeAfterAll(
  await testServer({ config: { rateLimits: false, retailer: retailer.settings, sftp: { port: 0 } } }),
)
const owner = await server.customer({ business: true })
const data = await createAccessData(server, owner, samples)
await owner.call(requestSubscription)
await server.idle()
const mail = server.mailbox.list().find(({ text }) => text.includes('/subscription-confirmation?'))
const token = new URL(/https?:\/\/\S+/.exec(mail!.text)![0]).searchParams.get('confirmation-token')!
const ids: AccessIds = { ...data, email: owner.email, token }

function send(call: string, { service, values, body }: DocumentedCall, headers: Record<string, string>) {
  const [method, path = ''] = call.split(' ')
  const known = values?.(ids) ?? {}
  const filledIn = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name]!))
  return fetch(server.origin + SERVICES[service] + filledIn, {
    method: method!,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body(ids)) }),
  })
}

async function readFields(answer: Response): Promise<string[]> {
  const text = await answer.text()
  return answer.headers.get('content-type')?.includes('json') ? Object.keys(JSON.parse(text)) : []
}

test('AA-122 without a token two calls of the document are answered, a newsletter’s confirmation and the block of an order; all others are 401', async () => {
  const answered: string[] = []
  for (const [call, documented] of Object.entries(CALLS)) {
    const { status } = await send(call, documented, {})
    if (status === documented.status) answered.push(call)
    else expect([call, status]).toEqual([call, 401])
  }
  expect(answered).toEqual([
    'POST /api/v1/Profiles/{email}/subscription/confirm/{token}',
    'GET /v1/blockedorders/{id}',
  ])
})

test('AA-122 every call of the document is answered to its customer, on its path, with its query and its fields', async () => {
  const authorization = `Bearer ${owner.token}`
  for (const [call, documented] of Object.entries(CALLS)) {
    const answer = await send(call, documented, { authorization })
    const fields = await readFields(answer)
    const missing = (documented.fields ?? []).filter(name => !fields.includes(name))
    expect.soft([call, answer.status, missing]).toEqual([call, documented.status, []])
  }
})
