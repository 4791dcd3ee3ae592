import { randomUUID } from 'node:crypto'
import * as contract from '#contract/complaints.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { ErrorAnswer } from '#contract/errors.ts'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import type { retailerOrder } from '#contract/retailer-orders.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { upsertOrder } from '../orders/orders.ts'

export const SERVICE_TOKEN = 'a-token-of-thirty-two-characters-or-more'

type Parts = Partial<typeof retailerOrder._zod.input>

/** Stores an order of two products, by default sent five days ago and delivered three days ago; returns its code. */
export async function placeSentOrder(
  server: Pick<TestServer, 'ctx' | 'clock'>,
  accountId: string,
  more: Parts = {},
  code: string = `K-${randomUUID()}`,
): Promise<string> {
  const products = [productForTests(`${code}-1`), productForTests(`${code}-2`)]
  const parcels = [
    {
      number: '1',
      carrier: 'Royal Mail',
      shippedAt: daysAgo(server, 5),
      deliveredAt: daysAgo(server, 3),
      productCodes: products.map(product => product.code),
    },
  ]
  const parts = {
    status: 'Dispatched',
    total: { amount: 3290, currency: 'GBP' },
    products,
    parcels,
    ...more,
  } as Parts
  await upsertOrder(server.ctx, code, orderForTests(accountId, daysAgo(server, 9), parts))
  return code
}

export const daysAgo = ({ clock }: Pick<TestServer, 'clock'>, days: number): string =>
  new Date(clock.now().getTime() - days * 86_400_000).toISOString()

type Report = Parameters<Client['call']>[1] & { body: typeof contract.putComplaint.body._zod.input }

/** The report of a damaged first product of the order. */
export const reportForTests = (orderCode: string, more: Partial<Report['body']> = {}): Report['body'] => ({
  orderCode,
  productCodes: [`${orderCode}-1`],
  reason: 'damaged',
  text: 'The parcel was wet on one side and four of the prints stick together.',
  wish: 'reprint',
  ...more,
})

/** Reports a problem with the first product; returns the complaint. */
export const report = (
  customer: Client,
  orderCode: string,
  more: Partial<Report['body']> = {},
  complaintId: string = randomUUID(),
): Promise<contract.Complaint> =>
  customer.call(contract.putComplaint, { params: { complaintId }, body: reportForTests(orderCode, more) })

/** Starts a server whose retailer accepts complaints; both end with the tests of the file. */
export async function startComplaintServer() {
  const retailer = closeAfterAll(await startRetailerServer())
  const accept = () =>
    retailer.on(sendComplaint, ({ params }) => ({ answer: { complaintId: params.complaintId! } }))
  accept()
  const serviceTokens = [{ name: 'care', token: SERVICE_TOKEN }]
  const server = closeAfterAll(await testServer({ config: { serviceTokens, retailer: retailer.settings } }))
  return { retailer, server, accept }
}

/** Makes a call of the retailer's service. */
export async function callAsService(
  server: Pick<TestServer, 'origin'>,
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
  token = SERVICE_TOKEN,
): Promise<{ status: number; body: ErrorAnswer & Record<string, unknown> }> {
  const response = await fetch(`${server.origin}${SERVICES.complaints}/retailer/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
