import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { createCheckoutTicket } from '#contract/checkout-tickets.ts'
import { endDevice } from '#contract/devices.ts'
import { change } from '../../../context.ts'
import { createRecordingLog } from '../../../platform/log/recording-log.testing.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { testServer } from '../../../testing/harness.ts'
import { createRandom } from '../../../testing/random.ts'
import { accessRevoked } from '../../identity/index.ts'
import { signInAgain } from '../../identity/testing/mail-links.ts'
import { createServiceToken } from '../../services/tokens/command.ts'

/** Measured with 10,000 (docs/measurements.md). */
const GUESSES = Number(process.env.TICKET_GUESSES ?? 500)
/** Characters of a ticket. */
const BASE64URL = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
const TOKEN = 'a-token-of-thirty-two-characters-or-more'

let customer: Client
const server = closeAfterAll(
  await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } }),
)
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

/** Ends the session of the customer from another device. */
async function endSession(client: Client): Promise<void> {
  const device = await signInAgain(server, client)
  const { gid: id } = decodeJwt<{ gid: string }>(client.token)
  await device.call(endDevice, { params: { id } })
}
const revoke = (accountId: string) =>
  change(server.ctx, tx =>
    server.ctx.events.emit(tx, accessRevoked, {
      accountId,
      cause: 'not-me',
      keepGrantId: null,
      keepIds: [],
    }),
  )

describe('NX-150 NX-151 checkout tickets', () => {
  test('RV-1010 another vendor’s shop gets nothing for a ticket, and does not use it up', async () => {
    const { ticket } = await customer.call(createCheckoutTicket)
    const terms = { vendors: ['nordfoto'], scopes: ['checkout-tickets:redeem' as const], days: 1 }
    const other = await createServiceToken(server.ctx, 'other-shop', terms)
    expect((await redeem(ticket, other!.token)).status).toBe(404)
    expect((await redeem(ticket)).status).toBe(200)
    expect((await redeem(ticket)).status).toBe(404)
  })

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

  test(`NX-151 ${GUESSES} guesses find none, and leave a ticket as it is`, async () => {
    const { ticket } = await customer.call(createCheckoutTicket)
    const random = createRandom(29)
    const guess = (index: number) => {
      // Half of them differ from a real one in one character.
      if (index % 2) return Array.from({ length: 43 }, () => random.pick(BASE64URL)).join('')
      const at = random.integer(ticket.length - 1)
      const other = random.pick(BASE64URL.filter(character => character !== ticket[at]))
      return ticket.slice(0, at) + other + ticket.slice(at + 1)
    }
    const waiting = Array.from({ length: GUESSES }, (_, index) => guess(index))
    const statuses = new Map<number, number>()
    const run = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { status } = await redeem(next)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 8 }, run))
    expect([...statuses]).toEqual([[404, GUESSES]])
    expect((await redeem(ticket)).status).toBe(200)
  })

  test('NX-151 nothing of a ticket is in the logs, whatever becomes of it', async () => {
    const { ticket } = await customer.call(createCheckoutTicket)
    const { log, output } = createRecordingLog('trace')
    const logged = await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] }, log })
    const other = await logged.customer()
    const { ticket: used } = await other.call(createCheckoutTicket)
    for (const each of [used, used, ticket]) {
      const path = `/api/customers/retailer/checkout-tickets/${each}/redeem`
      await fetch(logged.origin + path, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } })
    }
    await logged.close()
    const text = output()
    expect(text).toContain('checkout-tickets')
    for (const secret of [ticket, used]) expect(text).not.toContain(secret)
  })

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['a session ends', endSession],
    ['access is revoked', client => revoke(client.accountId)],
  ])('NX-151 a ticket that is not redeemed ends when %s', async (_what, end) => {
    const { ticket } = await customer.call(createCheckoutTicket)
    const other = await server.customer()
    const { ticket: kept } = await other.call(createCheckoutTicket)
    await end(customer)
    expect((await redeem(ticket)).status).toBe(404)
    expect((await redeem(kept)).status).toBe(200)
  })

  test('60 an hour; the next is 429 with the time to wait', async () => {
    for (let n = 0; n < 60; n++) await customer.call(createCheckoutTicket)
    const { status, body } = await customer.expectError(createCheckoutTicket)
    expect([status, body.code]).toEqual([429, 'too-many-requests'])
  })
})
