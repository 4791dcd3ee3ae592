import { randomUUID } from 'node:crypto'
import type { Order } from '#contract/orders.ts'
import { getOrder } from '#contract/orders.ts'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import {
  createStatement,
  createWithdrawal,
  type StatementInput,
  type WithdrawalInput,
} from '#contract/withdrawals.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Client } from '../../testing/client.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { upsertOrder } from '../orders/orders.ts'

export type OrderParts = NonNullable<Parameters<typeof orderForTests>[2]>

/** A product that can be returned; prints that cannot. */
export const frame = (more: Partial<RetailerOrder['products'][number]> = {}) => ({
  code: `P-${randomUUID()}`,
  article: 'Frame',
  title: 'Oak frame',
  description: '30 × 40 cm',
  withdrawable: true,
  ...more,
})
export const prints = () => ({
  code: `P-${randomUUID()}`,
  article: 'Prints',
  title: '12 prints',
  withdrawable: false,
  withdrawalExclusion: 'personalised' as const,
})

/** Starts a server with a retailer that accepts withdrawals. Its clock starts on Sunday 22 November 2026, 11:50:07. */
export async function startWithdrawalServer(config: Partial<Config> = {}, work = true) {
  const retailer = await startRetailerServer()
  const server = await testServer({ config: { retailer: retailer.settings, ...config }, work })
  const accept = () =>
    retailer.on(putWithdrawal, ({ params }) => ({ answer: { withdrawalId: params.withdrawalId! } }))
  accept()
  server.clock.set('2026-11-22T11:50:07.400Z')

  /** Stores a version of an order of the customer. */
  async function storeOrder(customer: Client, code: string, { version = 1, ...more }: OrderParts = {}) {
    const created = '2026-11-14T10:02:00Z'
    await upsertOrder(server.ctx, code, orderForTests(customer.accountId, created, { version, ...more }))
  }

  return {
    server,
    retailer,
    accept,
    storeOrder,
    /** Places an order with these products, delivered at an instant if one is given; returns its code. */
    async placeOrder(
      customer: Client,
      products: NonNullable<OrderParts['products']>,
      deliveredAt?: string,
      { code = `K-${randomUUID().toUpperCase()}`, ...more }: OrderParts & { code?: string } = {},
    ): Promise<string> {
      const parcel = {
        number: '1',
        carrier: 'Postline',
        shippedAt: '2026-11-15T10:00:00Z',
        productCodes: products.map(product => product.code),
        ...(deliveredAt && { deliveredAt }),
      }
      await storeOrder(customer, code, { products, status: 'shipped', parcels: [parcel], ...more })
      return code
    },
    readOrder: (customer: Client, code: string): Promise<Order> =>
      customer.call(getOrder, { params: { code } }),
    /** The calls with withdrawals that the retailer has received. */
    received: () =>
      retailer.received
        .filter(({ call }) => call === 'PUT /withdrawals/:withdrawalId')
        .map(({ params, body }) => ({
          ...params,
          ...(body as Record<string, unknown>),
        })),
    mailsTo: (email: string) => server.mailbox.list().filter(({ to }) => to.includes(email)),
    /** Sends a public statement without a token. */
    state: (input: Partial<StatementInput>, headers: Record<string, string> = {}) =>
      fetch(new URL(`/api/withdrawals${createStatement.path}`, server.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(toStatement(input)),
      }),
    async close() {
      await server.close()
      await retailer.close()
    },
  }
}

/** Withdraws from products of the customer's order. */
export const withdraw = (customer: Client, input: Partial<WithdrawalInput>) =>
  customer.call(createWithdrawal, { body: toWithdrawal(customer, input) })
export const expectWithdrawalError = (customer: Client, input: Partial<WithdrawalInput>) =>
  customer.expectError(createWithdrawal, { body: toWithdrawal(customer, input) })

const toWithdrawal = ({ email }: Client, input: Partial<WithdrawalInput>): WithdrawalInput =>
  ({ withdrawalId: randomUUID(), name: 'Anna Keller', email, ...input }) as WithdrawalInput

const toStatement = (input: Partial<StatementInput>) => ({
  statementId: randomUUID(),
  name: 'Anna Keller',
  orderCode: '4711-1655',
  email: `${randomUUID()}@keepsake.test`,
  products: 'all',
  ...input,
})
