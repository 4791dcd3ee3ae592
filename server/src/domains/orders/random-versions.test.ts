import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { getOrder } from '#contract/orders.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { putAsService } from '../../testing/service-calls.ts'

const ORDERS = 16
const VERSIONS = 8
const SEED = 29
/** Versions that are under way at the same time. */
const CONCURRENCY = 6
const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const NOW = '2026-11-27T11:50:00.000Z'
const server = closeAfterAll(
  await testServer({
    config: {
      rateLimits: false,
      serviceTokens: [{ name: 'orders', token: TOKEN }],
    },
  }),
)
server.clock.set(NOW)
const customer = await server.customer()

const at = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString()

type Body = Record<string, unknown>

const put = (code: string, body: Body) =>
  putAsService(server, TOKEN, `${SERVICES.orders}/retailer/orders/${code}`, body)

/** The events of an order that versions tell of, or not; an amount tells its refunds from each other. */
const createEvents = (index: number) => ({
  failures: [at(-3), at(-2)],
  holds: [at(-5), at(-4)],
  refunds: [1, 2, 3].map(number => ({
    refundId: randomUUID(),
    amount: 100 * index + number,
    at: at(-number),
    state: 'paid',
    reason: 'goodwill',
  })),
})

type Events = ReturnType<typeof createEvents>

/** A random version of an order: its fields are there or not, ids of customers' requests are unknown ones. */
function createVersion(random: Random, version: number, events: Events): Body {
  const maybe = (more: () => Body): Body => (random.chance(0.5) ? more() : {})
  const failedAt = random.pick(events.failures)
  const notice = {
    kind: 'hold',
    reason: 'photo-quality',
    since: random.pick(events.holds),
    action: { label: 'Answer', url: new URL('/answer', defaultBrand.addresses.shop).href },
  }
  return {
    version,
    accountId: customer.accountId,
    createdAt: at(-72),
    status: random.pick([...ORDER_STATUSES, 'paymentFailed', 'ProductionStarted', 'on_hold']),
    total: { amount: 1_000_000, currency: 'GBP' },
    ...maybe(() => ({ payment: { method: 'paypal', failedAt } })),
    ...maybe(() => ({ notice })),
    ...maybe(() => ({ refunds: random.sample(events.refunds, 0.7) })),
    ...maybe(() => ({ cancelUntil: at(random.integer(48)) })),
    ...maybe(() => ({ complaintUntil: at(1000 + version) })),
    ...maybe(() => ({ history: [{ status: 'Confirmed', at: at(-70) }] })),
    ...maybe(() => ({ cancellation: { cancellationId: randomUUID(), state: 'accepted' } })),
    ...maybe(() => ({ withdrawals: [{ withdrawalId: randomUUID(), state: 'confirmed' }] })),
    ...maybe(() => ({ addressChange: { changeId: randomUUID(), state: 'applied' } })),
  }
}

/** Sends the versions of all orders in random order, some twice, several at a time. */
async function sendAll(random: Random, versions: readonly { code: string; body: Body }[]) {
  const waiting = random.sample([...versions, ...random.sample(versions, 0.3)], 1)
  const answers: number[] = []
  const run = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      answers.push((await put(next.code, next.body)).status)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
  return answers
}

test(`NX-159 NX-115 ${ORDERS * VERSIONS} random versions of ${ORDERS} orders, in disorder and repeated: each order ends as its highest one, each event is mailed once at most`, async () => {
  const random = createRandom(SEED)
  const orders = Array.from({ length: ORDERS }, (_, index) => {
    const events = createEvents(index)
    const code = `K-${randomUUID()}`
    const products = [{ code: `${code}-1`, article: 'PRINT', title: 'A print' }]
    const versions = Array.from({ length: VERSIONS }, (_, version) => ({
      ...createVersion(random, version + 1, events),
      products,
    }))
    return { code, events, versions }
  })
  const answers = await sendAll(
    random,
    orders.flatMap(({ code, versions }) => versions.map(body => ({ code, body }))),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(answers.length).toBeGreaterThan(ORDERS * VERSIONS * 1.2)
  await server.idle()
  let told = 0
  for (const { code, events, versions } of orders) {
    const twin = `T-${code}`
    const last = JSON.parse(JSON.stringify(versions.at(-1)).replaceAll(`"${code}-1"`, `"${twin}-1"`)) as Body
    const mails = server.mailbox.list().filter(({ text }) => text.includes(code))
    expect((await put(twin, last)).status).toBe(200)
    expect(await readAs(code)).toEqual(await readAs(twin))
    const count = (words: string) =>
      mails.filter(({ subject, text }) => `${subject} ${text}`.includes(words)).length
    for (const { amount } of events.refunds) {
      const words = `£${(amount / 100).toFixed(2)} is on its way back`
      expect([code, words, count(words) <= 1]).toEqual([code, words, true])
    }
    expect(count('Your payment didn’t go through')).toBeLessThanOrEqual(events.failures.length)
    for (const since of events.holds) expect(count(`at ${since.slice(11, 16)}. `)).toBeLessThanOrEqual(1)
    // What the highest version says was told: by it, or by a lower one that said it, too.
    for (const { amount } of (last.refunds as Events['refunds'] | undefined) ?? []) {
      expect(count(`£${(amount / 100).toFixed(2)} is on its way back`)).toBe(1)
      told++
    }
  }
  expect(told).toBeGreaterThan(5)
})

/** The order as its customer reads it, without its code. */
async function readAs(code: string): Promise<unknown> {
  const shown = await customer.call(getOrder, { params: { code } })
  return JSON.parse(JSON.stringify(shown).replaceAll(code, 'CODE'))
}
