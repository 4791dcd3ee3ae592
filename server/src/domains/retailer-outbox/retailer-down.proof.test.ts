import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putComplaint } from '#contract/complaints.ts'
import { cancelOrder, putDeliveryAddress } from '#contract/order-changes.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import { createWithdrawal } from '#contract/withdrawals.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { type RetailerServer, startRetailerServer } from '../../testing/retailer-server.ts'
import { signInAgain } from '../identity/testing/mail-links.ts'
import { upsertOrder } from '../orders/orders.ts'
import { sendDueMessages } from './retailer-outbox.testing.ts'

/** Acts while the retailer is down, 2,000 by hand; before it is, one in ten as many, to compare. */
const ACTS = Number(process.env.DOWN_ACTS ?? 200)
const BEFORE = ACTS / 10
const CUSTOMERS = 20
const DOWN_MS = 30 * 60_000
const DAY_MS = 86_400_000
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48' })

let server: TestServer
let retailer: RetailerServer
let customers: Client[]
beforeAll(async () => {
  retailer = await startRetailerServer()
  server = await testServer({ config: { rateLimits: false, retailer: retailer.settings }, random: () => 0.5 })
  customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => server.customer()))
})
afterAll(async () => {
  await server.close()
  await retailer.close()
})

function setUp(): void {
  retailer.on(cancelRetailerOrder, ({ body }) => ({ answer: body as { cancellationId: string } }))
  retailer.on(changeDeliveryAddress, ({ body }) => ({ answer: body as { changeId: string } }))
  retailer.on(putWithdrawal, ({ params }) => ({ answer: { withdrawalId: params.withdrawalId! } }))
  retailer.on(sendComplaint, ({ params, body }) => ({
    answer: { complaintId: params.complaintId!, revision: (body as { revision: number }).revision },
  }))
}
const setDown = () => {
  for (const call of [cancelRetailerOrder, changeDeliveryAddress, putWithdrawal, sendComplaint])
    retailer.on(call, () => ({ status: 503 }))
}

const ago = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS).toISOString()

/** Stores an order of a customer on which all four acts are possible, or those after its delivery. */
async function place(customer: Client, isDelivered: boolean): Promise<string> {
  const code = `K-${randomUUID()}`
  const productCodes = [`${code}-1`]
  await upsertOrder(
    server.ctx,
    code,
    orderForTests(customer.accountId, ago(6), {
      status: isDelivered ? 'Dispatched' : 'Confirmed',
      products: [{ code: `${code}-1`, article: 'Frame', title: 'Oak frame', withdrawable: true }],
      deliveryAddress: { type: 'Home', ...addressForTests() },
      ...(isDelivered
        ? {
            parcels: [
              { number: '1', carrier: 'Postline', shippedAt: ago(4), deliveredAt: ago(3), productCodes },
            ],
          }
        : { cancelUntil: ago(-2) }),
    }),
  )
  return code
}

const KINDS = ['cancel', 'move', 'withdraw', 'report'] as const

/** Makes an act; returns the milliseconds until its answer. */
async function act({ owner, kind, code, email }: Planned): Promise<number> {
  const customer = customers[owner]!
  const productCodes = [`${code}-1`]
  const start = performance.now()
  switch (kind) {
    case 'cancel':
      await customer.call(cancelOrder, { params: { code }, body: { cancellationId: randomUUID() } })
      break
    case 'move':
      await customer.call(putDeliveryAddress, { params: { code }, body: NEW })
      break
    case 'withdraw':
      await customer.call(createWithdrawal, {
        body: { withdrawalId: randomUUID(), orderCode: code, productCodes, name: 'Anna Keller', email },
      })
      break
    case 'report':
      await customer.call(putComplaint, {
        params: { complaintId: randomUUID() },
        body: {
          orderCode: code,
          productCodes,
          reason: 'damaged',
          text: 'Two corners are bent and the glass is broken.',
          wish: 'reprint',
          attachmentIds: [],
        },
      })
  }
  return performance.now() - start
}

interface Planned {
  /** The place of its customer. */
  owner: number
  kind: (typeof KINDS)[number]
  code: string
  email: string
}
async function plan(count: number): Promise<Planned[]> {
  const planned: Planned[] = []
  for (let index = 0; index < count; index++) {
    const kind = KINDS[index % KINDS.length]!
    const owner = Math.floor(index / KINDS.length) % CUSTOMERS
    const code = await place(customers[owner]!, kind === 'withdraw' || kind === 'report')
    planned.push({ owner, kind, code, email: `${randomUUID()}@keepsake.test` })
  }
  return planned
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
const countWaiting = async () => {
  const rows = server.ctx.db.selectFrom('retailer_outbox').select('message_id').where('state', '=', 'waiting')
  return (await rows.execute()).length
}
/** Access tokens are valid for ten minutes. */
async function renewTokens(): Promise<void> {
  customers = await Promise.all(customers.map(customer => signInAgain(server, customer)))
}
const hasReceipt = ({ email }: Planned) => server.mailbox.list().some(({ to }) => to.includes(email))

test(`NX-154 NX-130 NX-129 the retailer is down for 30 minutes under ${ACTS} acts: nobody waits for it, it gets few calls, receipts are sent, and all is delivered within 3 minutes after`, async () => {
  server.clock.set(new Date().toISOString())
  const [before, during] = [await plan(BEFORE), await plan(ACTS)]
  await renewTokens()
  setUp()
  const beforeMs: number[] = []
  for (const each of before) beforeMs.push(await act(each))
  await server.idle()
  await sendDueMessages(server.ctx)
  expect(await countWaiting()).toBe(0)

  setDown()
  retailer.received.length = 0
  const downMs: number[] = []
  let lateReceipts = 0
  let checked: Planned[] = []
  for (const [index, each] of during.entries()) {
    downMs.push(await act(each))
    if (each.kind === 'withdraw') checked.push(each)
    server.clock.advance(DOWN_MS / ACTS)
    // As the job of the next probe and the poll do, which wait for a real clock.
    await sendDueMessages(server.ctx)
    // A minute of the server's clock is over.
    const minute = (index + 1) / Math.ceil(ACTS / 30)
    if (!Number.isInteger(minute)) continue
    await server.idle()
    lateReceipts += checked.filter(withdrawal => !hasReceipt(withdrawal)).length
    checked = []
    if (minute % 8 === 0) await renewTokens()
  }
  await server.idle()
  lateReceipts += checked.filter(withdrawal => !hasReceipt(withdrawal)).length
  const callsWhileDown = retailer.received.length
  expect(await countWaiting()).toBe(ACTS)

  setUp()
  retailer.received.length = 0
  // The next probe is at most a minute away.
  let probeSeconds = 0
  for (; retailer.received.length === 0 && probeSeconds < 120; probeSeconds++) {
    server.clock.advance(1000)
    await sendDueMessages(server.ctx)
  }
  const start = performance.now()
  await expect
    .poll(
      async () => {
        await sendDueMessages(server.ctx)
        return countWaiting()
      },
      { timeout: 600_000 },
    )
    .toBe(0)
  const deliveredSeconds = probeSeconds + (performance.now() - start) / 1000

  const figures = {
    acts: ACTS,
    beforeMs: { p50: quantile(beforeMs, 0.5), p99: quantile(beforeMs, 0.99), max: Math.max(...beforeMs) },
    downMs: { p50: quantile(downMs, 0.5), p99: quantile(downMs, 0.99), max: Math.max(...downMs) },
    callsWhileDown,
    lateReceipts,
    deliveredSeconds,
    callsAfter: retailer.received.length,
  }
  process.stdout.write(
    `${JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? Math.round(value) : value))}\n`,
  )
  expect(quantile(downMs, 0.99)).toBeLessThan(quantile(beforeMs, 0.99) + 300)
  expect(callsWhileDown).toBeLessThanOrEqual(200)
  expect(lateReceipts).toBe(0)
  expect(deliveredSeconds).toBeLessThanOrEqual(180)
  expect(retailer.received).toHaveLength(ACTS)
}, 3_600_000)
