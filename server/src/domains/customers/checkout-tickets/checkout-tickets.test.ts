import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { createCheckoutTicket } from '#contract/checkout-tickets.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { type TestServer, testServer } from '../../../testing/harness.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'

let server: TestServer
let customer: Client
beforeAll(async () => {
  server = await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } })
})
afterAll(() => server.close())
beforeEach(async () => {
  customer = await server.customer()
})

async function redeem(ticket: string, token = TOKEN) {
  const path = `/api/customers/retailer/checkout-tickets/${ticket}/redeem`
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: await response.json() }
}

describe('NX-150 NX-151 checkout tickets', () => {
  test('a ticket gives account, language, default address and payment method, once', async () => {
    const address = addressForTests()
    await customer.call(addresses.createAddress, { body: address })
    const { ticket, expires } = await customer.call(createCheckoutTicket)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expires) - server.clock.now().getTime()).toBe(600_000)
    const { rows } =
      await sql`select * from checkout_tickets where account_id = ${customer.accountId}`.execute(
        server.ctx.db,
      )
    expect(JSON.stringify(rows)).not.toContain(ticket)
    const { status, body } = await redeem(ticket)
    expect([status, body]).toEqual([
      200,
      {
        accountId: customer.accountId,
        channel: 'KEEPSAKE-GB',
        locale: 'en-GB',
        email: expect.stringContaining('@'),
        deliveryAddress: address,
      },
    ])
    expect((await redeem(ticket)).status).toBe(404)
  })

  test('without an address it has none; unknown and expired tickets are 404, other tokens 401', async () => {
    const { ticket } = await customer.call(createCheckoutTicket)
    expect((await redeem(ticket, 'another-token-of-thirty-two-characters')).status).toBe(401)
    expect((await redeem('unknown')).status).toBe(404)
    expect((await redeem(ticket)).body).not.toHaveProperty('deliveryAddress')
    const { ticket: late } = await customer.call(createCheckoutTicket)
    server.clock.advance(600_000)
    expect((await redeem(late)).status).toBe(404)
  })

  test('20 parallel redemptions of one ticket: exactly one is answered', async () => {
    const { ticket } = await customer.call(createCheckoutTicket)
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(ticket)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  test('60 an hour; the next is 429 with the time to wait', async () => {
    for (let n = 0; n < 60; n++) await customer.call(createCheckoutTicket)
    const { status, body } = await customer.expectError(createCheckoutTicket)
    expect([status, body.code]).toEqual([429, 'too-many-requests'])
  })
})
