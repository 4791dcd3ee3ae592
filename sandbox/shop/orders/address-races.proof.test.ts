import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/orders.ts'
import { upsertOrder } from '#server/domains/orders/orders.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { withRandomSeed } from '#server/testing/random-seed.ts'
import { startServerWithShop } from '../testing/server-with-shop.testing.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { type Order, order } from './order.ts'

/** Orders whose address is changed while their production starts. */
const RACES = Number(process.env.ADDRESS_RACES ?? 200)
const CONCURRENCY = 6
/** Orders that measure how long a change takes. */
const MEASURED = 3
const OLD = { type: 'Home', ...addressForTests() } as const
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

let both: Awaited<ReturnType<typeof startServerWithShop>>
let server: TestServer
let customer: Client
let office: TestBrowser
let csrfToken: string
let codes: string[]
beforeAll(async () => {
  both = await startServerWithShop({}, async (started, folder) => {
    server = started
    customer = await server.customer()
    codes = Array.from({ length: MEASURED + RACES }, (_, index) => codeOf(index))
    for (const code of codes) {
      const confirmed = confirmedOrder(code)
      await writeFile(join(folder, `${code}.json`), JSON.stringify(confirmed))
      await upsertOrder(server.ctx, code, confirmed.state)
    }
  })
  office = await new TestBrowser(both.shop.origin).open('/back-office')
  // The page lists the newest orders only; the token is the same for all.
  const [form] = /\/back-office\/P-\w+/.exec(office.html)!
  csrfToken = office.fields(form).check!
})
afterAll(() => both.close())

const codeOf = (index: number) =>
  `P-${[...String(index).padStart(12, '0')].map(digit => 'ABCDEFGHJK'[Number(digit)]).join('')}`
const pathOf = (code: string) => join(both.ordersFolder, `${code}.json`)
const readFileOf = async (code: string): Promise<Order> =>
  order.parse(JSON.parse(await readFile(pathOf(code), 'utf8')))

/** A paid order as its file has it, acknowledged by Keepsake. */
function confirmedOrder(code: string): Order {
  const now = new Date().toISOString()
  return {
    code,
    visitor: 'nobody',
    channel: 'KEEPSAKE-GB',
    libraryUrl: `${server.origin}/my-photos/photos`,
    lines: [],
    sync: { order: { acknowledgedVersion: 1 }, deliveryDates: { acknowledgedVersion: 0 } },
    step: 'Confirmed',
    stepAt: now,
    held: false,
    payment: { state: 'paid', token: 'none' },
    state: {
      version: 1,
      accountId: customer.accountId,
      createdAt: now,
      status: 'Confirmed',
      history: [{ status: 'Confirmed', at: now }],
      products: [{ code: `${code}-1`, article: 'Prints', title: 'Prints', quantity: 1, history: [] }],
      parcels: [],
      deliveryAddress: OLD,
    },
  }
}

const read = (code: string) => customer.call(contract.getOrder, { params: { code } })
const startProduction = (code: string) =>
  office.send(`/back-office/${code}`, {
    method: 'POST',
    body: new URLSearchParams({ check: csrfToken, action: 'next' }),
  })

type Outcome = 'applied' | 'refused' | 'blocked'

/** Requests the change; resolves when it is decided, which it is only as the shop has it. */
async function change(code: string): Promise<Outcome> {
  const response = await customer.fetch(`/api/orders/v1/superorders/${code}/deliveryAddress`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(NEW),
  })
  if (response.status === 409) {
    expect(await response.json()).toMatchObject({ reason: 'in-production' })
    return 'blocked'
  }
  expect(response.status).toBe(202)
  let outcome: Outcome | undefined
  await expect
    .poll(
      async () => {
        const { deliveryAddress, addressChange } = await read(code)
        const { state, refusal } = addressChange.last!
        if (state === 'applied' || state === 'refused') outcome = state
        if (state === 'applied') {
          expect((await readFileOf(code)).state.deliveryAddress).toEqual({ type: 'Home', ...NEW })
          expect(deliveryAddress).toEqual({ type: 'Home', ...NEW })
        } else if (state === 'refused') {
          expect((await readFileOf(code)).state.deliveryAddress).toEqual(OLD)
          expect([deliveryAddress, refusal]).toEqual([OLD, 'in-production'])
        } else expect(deliveryAddress).toEqual({ type: 'ChangeInProgress', ...NEW })
        return state
      },
      { interval: 30 },
    )
    .toMatch(/^(applied|refused)$/)
  return outcome!
}

test(`AA-071 AA-072 an address changed while production starts is applied or refused, ${RACES} times`, async () => {
  let slowest = 0
  for (const code of codes.slice(0, MEASURED)) {
    const start = performance.now()
    expect(await change(code)).toBe('applied')
    slowest = Math.max(slowest, performance.now() - start)
  }
  const outcomes: Record<Outcome, number> = { applied: 0, refused: 0, blocked: 0 }
  const start = performance.now()
  await withRandomSeed(async random => {
    const waiting = codes.slice(MEASURED)
    const race = async () => {
      for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
        const delay = random.integer(Math.ceil(2 * slowest))
        const [outcome] = await Promise.all([change(code), wait(delay).then(() => startProduction(code!))])
        outcomes[outcome]++
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, race))
  })
  await server.idle()
  const mails = server.mailbox.list().filter(mail => mail.to.includes(customer.email))
  if (process.env.ADDRESS_RACES)
    process.stdout.write(`${JSON.stringify({ ...outcomes, ms: performance.now() - start, slowest })}\n`)
  expect(outcomes.applied + outcomes.refused + outcomes.blocked).toBe(RACES)
  expect(outcomes.applied).toBeGreaterThan(0)
  expect(outcomes.refused + outcomes.blocked).toBeGreaterThan(0)
  // Each order went into production once, and each refusal was mailed once.
  for (const code of codes.slice(MEASURED))
    expect((await readFileOf(code)).state).toMatchObject({ status: 'ProductionStarted' })
  expect(mails).toHaveLength(outcomes.refused)
})
