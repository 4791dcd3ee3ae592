import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '#contract/orders.ts'
import { upsertOrder } from '#server/domains/orders/orders.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { withRandomSeed } from '#server/testing/random-seed.ts'
import { startServerWithShop } from '../testing/server-with-shop.testing.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { createCode, HOME, readOrder, readRecords, writePaidOrder } from './paid-orders.testing.ts'

/** Orders of each race: their address is changed, or they are cancelled, while their production starts, or both beside each other. */
const RACES = Number(process.env.ORDER_RACES ?? 200)
const CONCURRENCY = 6
/** Orders that measure how long a decision takes. */
const MEASURED = 3
const CLOCK_MS = 1000
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })
const codes = Array.from({ length: 2 * MEASURED + 3 * RACES }, (_, index) => createCode(index))

let both: Awaited<ReturnType<typeof startServerWithShop>>
let server: TestServer
let customer: Client
let clock: NodeJS.Timeout
let startProduction: (code: string) => Promise<unknown>
beforeAll(async () => {
  both = await startServerWithShop({}, async (started, folder) => {
    server = started
    customer = await server.customer()
    const { accountId } = customer
    for (const code of codes)
      await upsertOrder(server.ctx, code, await writePaidOrder(folder, { code, accountId }))
  })
  // The shop has the real clock, and Keepsake refuses what has happened more than minutes after its own.
  clock = setInterval(() => server.clock.set(new Date().toISOString()), CLOCK_MS)
  // Decisions are measured when the shop has nothing else to send.
  const countSent = async () => {
    const sent = await readRecords(join(both.ordersFolder, '../sent'))
    return Object.keys(sent).filter(key => key.startsWith('order ')).length
  }
  await vi.waitFor(async () => expect(await countSent()).toBe(codes.length), {
    timeout: 120_000,
    interval: 500,
  })
  const office = new TestBrowser(both.shop.origin)
  const body = new URLSearchParams({ action: 'next-step' })
  startProduction = code => office.send(`/back-office/orders/${code}`, { method: 'POST', body })
})
afterAll(() => {
  clearInterval(clock)
  return both.close()
})

const read = (code: string) => customer.call(contract.getOrder, { params: { code } })
const readFileOf = (code: string) => readOrder(both.ordersFolder, code)
const send = (path: string, method: string, body: object) =>
  customer.fetch(`/api/orders/v1/superorders/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Polls until a decision is made. */
async function waitForDecision<State extends string>(getState: () => Promise<State | undefined>) {
  let decision: State | undefined
  const poll = async () => (decision = await getState())
  await expect.poll(poll, { interval: 30, timeout: 60_000 }).toBeDefined()
  return decision!
}

/** Whether a request comes in time. It is refused without waiting only once production has started. */
async function isReceived(response: Response): Promise<boolean> {
  if (response.status === 409) expect(await response.json()).toMatchObject({ reason: 'in-production' })
  else expect(response.status).toBe(202)
  return response.status === 202
}

/** Requests the change of an address; resolves when it is decided, which it is only as the shop has it. */
async function change(code: string): Promise<'done' | 'refused' | 'blocked'> {
  if (!(await isReceived(await send(`${code}/deliveryAddress`, 'PUT', NEW)))) return 'blocked'
  return waitForDecision(async () => {
    const { deliveryAddress, addressChange } = await read(code)
    const { state, refusal } = addressChange.last!
    if (state !== 'applied' && state !== 'refused') {
      expect(deliveryAddress).toEqual({ type: 'ChangeInProgress', ...NEW })
      return undefined
    }
    const expected = state === 'applied' ? { type: 'Home', ...NEW } : HOME
    expect((await readFileOf(code)).state.deliveryAddress).toEqual(expected)
    expect(deliveryAddress).toEqual(expected)
    if (state === 'refused') expect(refusal).toBe('in-production')
    return state === 'applied' ? 'done' : 'refused'
  })
}

/** Cancels an order; resolves when that is decided, which it is only as the shop has it. */
async function cancel(code: string): Promise<'done' | 'refused' | 'blocked'> {
  if (!(await isReceived(await send(`${code}/cancellation`, 'POST', { cancellationId: randomUUID() }))))
    return 'blocked'
  return waitForDecision(async () => {
    const { status, cancellation, refunds } = await read(code)
    const { state, refusal } = cancellation!.last!
    if (state !== 'accepted' && state !== 'refused') return undefined
    const file = await readFileOf(code)
    if (state === 'refused') {
      expect([file.step, refusal]).toEqual(['ProductionStarted', 'in-production'])
      return 'refused'
    }
    expect([status, file.state.status]).toEqual(['Cancelled', 'Cancelled'])
    expect(refunds).toMatchObject([{ amount: 500, reason: 'cancellation' }])
    return 'done'
  })
}

async function raceAll(racing: readonly string[], race: (code: string) => Promise<void>): Promise<void> {
  const waiting = [...racing]
  const run = async () => {
    for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) await race(code)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
}

/** Makes the request for orders while their production starts, within about the time that a decision takes; counts the outcomes. */
async function raceProduction(first: number, request: typeof change) {
  let slowest = 0
  for (const code of codes.slice(first, first + MEASURED)) {
    const start = performance.now()
    expect(await request(code)).toBe('done')
    slowest = Math.max(slowest, performance.now() - start)
  }
  const outcomes = { done: 0, refused: 0, blocked: 0 }
  const racing = codes.slice(first + MEASURED, first + MEASURED + RACES)
  await withRandomSeed(random =>
    raceAll(racing, async code => {
      const delay = random.integer(Math.ceil(2 * slowest))
      const [outcome] = await Promise.all([request(code), wait(delay).then(() => startProduction(code))])
      outcomes[outcome]++
    }),
  )
  await server.idle()
  if (process.env.ORDER_RACES) process.stdout.write(`${JSON.stringify({ ...outcomes, slowest })}\n`)
  expect(outcomes.done + outcomes.refused + outcomes.blocked).toBe(RACES)
  expect(outcomes.done).toBeGreaterThan(0)
  expect(outcomes.refused + outcomes.blocked).toBeGreaterThan(0)
  return { outcomes, racing }
}

const countMails = (subject: RegExp) =>
  server.mailbox.list().filter(mail => mail.to.includes(customer.email) && subject.test(mail.subject)).length

test(`AA-071 AA-072 an address changed while production starts is applied or refused, ${RACES} times`, async () => {
  const { outcomes, racing } = await raceProduction(0, change)
  // Each order went into production once, and each refusal was mailed once.
  for (const code of racing)
    expect((await readFileOf(code)).state).toMatchObject({ status: 'ProductionStarted' })
  expect(countMails(/couldn’t be used/)).toBe(outcomes.refused)
})

test(`NX-120 NX-122 an order cancelled while production starts is cancelled or made, ${RACES} times`, async () => {
  const { outcomes, racing } = await raceProduction(MEASURED + RACES, cancel)
  // Keepsake and the shop agree on the end of each, and each decision was mailed once.
  for (const code of racing) expect((await read(code)).status).toBe((await readFileOf(code)).state.status)
  expect(countMails(/is cancelled$/)).toBe(outcomes.done + MEASURED)
  expect(countMails(/couldn’t be cancelled$/)).toBe(outcomes.refused)
})

test(`NX-121 an address that is changed while the order is cancelled ends as the shop has it, ${RACES} times`, async () => {
  const ends: Record<string, number> = {}
  await withRandomSeed(random =>
    raceAll(codes.slice(2 * (MEASURED + RACES)), async code => {
      const delay = random.integer(60)
      const [changed, outcome] = await Promise.all([
        wait(random.integer(60)).then(() => send(`${code}/deliveryAddress`, 'PUT', NEW)),
        wait(delay).then(() => cancel(code)),
      ])
      expect(outcome).toBe('done')
      const { addressChange, deliveryAddress } = await read(code)
      const file = await readFileOf(code)
      const reason =
        changed.status === 409 ? ((await changed.json()) as { reason: string }).reason : undefined
      const end = reason ?? addressChange.last!.state
      ends[end] = (ends[end] ?? 0) + 1
      if (reason) expect(['cancellation-in-progress', 'order-failed']).toContain(reason)
      else expect(['applied', 'refused']).toContain(end)
      expect(file.state.deliveryAddress).toEqual(end === 'applied' ? { type: 'Home', ...NEW } : HOME)
      expect(deliveryAddress).toEqual(file.state.deliveryAddress)
    }),
  )
  if (process.env.ORDER_RACES) process.stdout.write(`${JSON.stringify(ends)}\n`)
  expect(Object.values(ends).reduce((sum, each) => sum + each, 0)).toBe(RACES)
})
