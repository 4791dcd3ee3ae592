import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { createWithdrawal } from '#contract/withdrawals.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { frame, startWithdrawalServer, withdraw } from './withdrawals.testing.ts'

const t = closeAfterAll(await startWithdrawalServer())
beforeEach(async () => {
  await t.server.idle()
  t.retailer.received.length = 0
})

/** A customer of a brand whose order was delivered; the clock is set to `at`. */
async function placeDelivered(brandId: string, deliveredAt: string, at: string) {
  t.server.clock.set(at)
  const customer = await t.server.customer()
  const update = t.server.ctx.db.updateTable('customers').set({ brand_id: brandId })
  await update.where('account_id', '=', customer.accountId).execute()
  const oak = frame()
  const shippedAt = new Date(Date.parse(deliveredAt) - 86_400_000).toISOString()
  const code = await t.placeOrder(customer, [oak], undefined, {
    createdAt: shippedAt,
    parcels: [{ number: '1', carrier: 'Postline', shippedAt, deliveredAt, productCodes: [oak.code] }],
  })
  return { customer, code, input: { orderCode: code, productCodes: [oak.code] } }
}

type Placed = Awaited<ReturnType<typeof placeDelivered>>

/** What order, retailer and receipt say about whether it was in time. */
async function readLateness({ customer, code }: Placed) {
  const [withdrawal] = (await t.readOrder(customer, code)).withdrawals!
  await sendDueMessages(t.server.ctx)
  await t.server.idle()
  const call = t.received().find(({ withdrawalId }) => withdrawalId === withdrawal!.withdrawalId)!
  const receipt = t.mailsTo(customer.email)[0]!.text
  return {
    order: withdrawal!.isLate,
    call: (call as { isLate?: boolean }).isLate,
    receipt: receipt.includes('The period for these products ended on'),
  }
}

const all = (isLate: boolean) => ({ order: isLate, call: isLate, receipt: isLate })

// In all three summer time begins on Sunday 29 March 2026 and ends on Sunday 25 October 2026.
const PLACES = {
  Lisbon: { brandId: 'keepsake-pt', summer: '+01:00', winter: '+00:00' },
  London: { brandId: 'keepsake-gb', summer: '+01:00', winter: '+00:00' },
  Berlin: { brandId: 'herzbild-de', summer: '+02:00', winter: '+01:00' },
} as const

describe.each(Object.entries(PLACES))(
  'NX-131 RV-1204 the clock of the period in %s',
  (_place, { brandId, summer, winter }) => {
    test.each([
      [
        'of a Tuesday after the change to summer time',
        '2026-03-17T12:00:00Z',
        `2026-03-31T23:59:59${summer}`,
      ],
      [
        'of the Monday after a Sunday of the change to summer time',
        '2026-03-15T12:00:00Z',
        `2026-03-30T23:59:59${summer}`,
      ],
      [
        'of the Monday after the Saturday before the change',
        '2026-03-14T12:00:00Z',
        `2026-03-30T23:59:59${summer}`,
      ],
      ['of the Friday before the change', '2026-03-13T12:00:00Z', `2026-03-27T23:59:59${winter}`],
      [
        'of the Monday after the change to winter time',
        '2026-10-11T12:00:00Z',
        `2026-10-26T23:59:59${winter}`,
      ],
    ])('the last second %s is in time, two later it is late', async (_day, deliveredAt, last) => {
      for (const [seconds, isLate] of [
        [0, false],
        [2, true],
      ] as const) {
        const at = new Date(Date.parse(last) + seconds * 1000).toISOString()
        const placed = await placeDelivered(brandId, deliveredAt, at)
        const [product] = (await t.readOrder(placed.customer, placed.code)).products
        expect(Date.parse(product!.withdrawUntil!)).toBe(Date.parse(last) + 999)
        expect(product!.withdrawalLastDay).toBe(last.slice(0, 10))
        await withdraw(placed.customer, placed.input)
        expect(await readLateness(placed)).toEqual(all(isLate))
      }
    })
  },
)

describe('NX-131 NX-130 a statement of the last second that is answered after it', () => {
  const LAST = '2026-12-04T23:59:59.900Z'

  test('signed in, with its body after midnight, is in time', async () => {
    const placed = await placeDelivered('keepsake-gb', '2026-11-20T11:24:00Z', LAST)
    const { customer, input } = placed
    const body = { withdrawalId: randomUUID(), name: 'Anna Keller', email: customer.email, ...input }
    const answer = await sendSlowly(`/api/withdrawals${createWithdrawal.path}`, body, customer.token)
    expect(answer).toMatchObject({ submittedAt: LAST })
    expect(await readLateness(placed)).toEqual(all(false))
  })

  test('public, with its body after midnight, is in time', async () => {
    const placed = await placeDelivered('keepsake-gb', '2026-11-20T11:24:00Z', LAST)
    const { customer, code } = placed
    const body = {
      statementId: randomUUID(),
      name: 'Anna Keller',
      orderCode: code,
      email: customer.email,
      products: 'all',
    }
    const answer = await sendSlowly('/api/withdrawals/v1/statements', body)
    expect(answer).toMatchObject({ submittedAt: LAST })
    await t.server.idle()
    expect(await readLateness(placed)).toEqual(all(false))
  })

  /** Sends the head of a request now, and its body two seconds later by the server's clock. */
  async function sendSlowly(path: string, body: object, token?: string): Promise<unknown> {
    const sent: ClientRequest = request(new URL(path, t.server.origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        expect: '100-continue',
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    sent.flushHeaders()
    await once(sent, 'continue')
    t.server.clock.set('2026-12-05T00:00:01.900Z')
    sent.end(JSON.stringify(body))
    const [answer] = await once(sent, 'response')
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    return JSON.parse(Buffer.concat(parts).toString())
  }
})
