import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getInvoicePdf } from '#contract/invoices.ts'
import { getOrder } from '#contract/orders.ts'
import { getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { orderForTests } from '../testing/retailer-orders.ts'

const RETAILER = { name: 'shop', token: 's'.repeat(40) }
const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(await testServer({ log, config: { serviceTokens: [RETAILER] } }))
const customer = await server.customer({ business: true })

/** The line of one request. */
async function findLine(request: () => Promise<unknown>): Promise<Record<string, unknown>> {
  clearOutput()
  await request()
  const lines = () =>
    output()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
  await expect.poll(() => lines().length).toBe(1)
  return lines()[0]
}

test('NX-449 the line of a request has the id of its account, and the order or invoice of its path', async () => {
  const { accountId } = customer
  const retailer = new Client(server.origin, '', '', RETAILER.token)
  const put = () =>
    retailer.call(putOrder, {
      params: { code: '4711-2140' },
      body: orderForTests(accountId, server.clock.now(), {
        products: [{ code: 'P-1', article: 'MAP-POSTER-50X70', title: 'Map' }],
      }),
    })
  expect(await findLine(put)).toMatchObject({ status: 200, subject: 'order:4711-2140' })
  expect(await findLine(() => customer.call(getOrder, { params: { code: '4711-2140' } }))).toMatchObject({
    account: accountId,
    subject: 'order:4711-2140',
  })
  const other = await server.customer()
  expect(await findLine(() => other.expectError(getOrder, { params: { code: '4711-2140' } }))).toMatchObject({
    account: other.accountId,
    status: 404,
  })
  const params = { id: 'SF-1.2026', channel: 'KEEPSAKE-GB' }
  expect(await findLine(() => customer.expectError(getInvoicePdf, { params }))).toMatchObject({
    account: accountId,
    subject: 'invoice:SF-1.2026',
  })
})

test('NX-449 a line without account or subject has neither, and no personal data from a path', async () => {
  const photos = await findLine(() => customer.call(getPhotos))
  expect(photos.account).toBe(customer.accountId)
  expect(photos).not.toHaveProperty('subject')
  const unknown = await findLine(() =>
    fetch(`${server.origin}${SERVICES.orders}/v1/superorders/${customer.email}`),
  )
  expect(unknown.status).toBe(401)
  expect(unknown).not.toHaveProperty('account')
  expect(unknown).not.toHaveProperty('subject')
  expect(output()).not.toContain(customer.email)
})
