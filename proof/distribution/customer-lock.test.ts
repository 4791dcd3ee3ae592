import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { invoiceForTests } from '#server/domains/invoices/invoices.testing.ts'
import { projectForTests } from '#server/domains/projects/projects.testing.ts'
import { widgetForTests } from '#server/domains/widgets/widgets.testing.ts'
import type { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { orderForTests, productForTests } from '#server/testing/retailer-orders.ts'

/*
 * What the retailer sends is in local tables, and versions are compared under the lock of the customer, which is on another
 * node: of two first versions at the same moment the second one has to see the first (0112).
 */
const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const ROUNDS = 20
const CONNECTIONS = 4

let server: TestServer
let customers: Client[]
beforeAll(async () => {
  server = await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } })
  customers = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => server.customer({ business: true })),
  )
})
afterAll(() => server.close())

async function put(
  path: string,
  body: object,
): Promise<{ status: number; version?: number; stored?: boolean }> {
  const response = await fetch(server.origin + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { version, stored } = (await response.json()) as { version?: number; stored?: boolean }
  return { status: response.status, version, stored }
}

const now = () => server.clock.now()
const photo = randomUUID()
const voucher = { title: '15% off', discount: { percent: 15 }, validFrom: '2026-11-20T00:00:00.000Z' }

test.each<[string, (id: string) => string, (accountId: string, version: number, id: string) => object]>([
  [
    'orders',
    id => `${SERVICES.orders}/retailer/orders/${id}`,
    (accountId, version, id) =>
      orderForTests(accountId, now(), { version, source: `v${version}`, products: [productForTests(id)] }),
  ],
  [
    'invoices',
    id => `${SERVICES.invoices}/retailer/invoices/${id}`,
    (accountId, version) =>
      invoiceForTests(accountId, { version, pdf: 'supplied', notes: [`Version ${version}`] }),
  ],
  [
    'vouchers',
    id => `${SERVICES.vouchers}/retailer/products/${id}`,
    (accountId, version, id) => ({ ...voucher, version, accountId, code: `${id}-${version}` }),
  ],
  [
    'projects',
    id => `${SERVICES.projects}/retailer/projects/${id}`,
    (accountId, version) => ({ ...projectForTests(now(), { version, title: `v${version}` }), accountId }),
  ],
  [
    'widgets',
    id => `${SERVICES.widgets}/retailer/widgets/${id}`,
    (accountId, version) => ({ ...widgetForTests('K-1', [photo], { version }), accountId }),
  ],
])(
  'RV-718 two first versions at the same moment are both accepted, and the higher one is stored: %s',
  async (_, path, body) => {
    const outcomes: unknown[] = []
    await Promise.all(
      customers.map(async ({ accountId }) => {
        for (let n = 0; n < ROUNDS; n++) {
          const id = randomUUID()
          const send = (version: number) => put(path(id), body(accountId, version, id))
          const versions = n % 2 === 0 ? [2, 1] : [1, 2]
          const answers = await Promise.all(versions.map(send))
          outcomes.push([answers.map(({ status }) => status), await send(2)])
        }
      }),
    )
    expect(outcomes).toEqual(
      Array(CONNECTIONS * ROUNDS).fill([[200, 200], { status: 200, version: 2, stored: false }]),
    )
  },
)
