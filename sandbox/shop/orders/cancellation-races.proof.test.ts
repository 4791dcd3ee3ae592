import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/orders.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { withRandomSeed } from '#server/testing/random-seed.ts'
import { HOME } from './paid-orders.testing.ts'
import { type Races, startRaces } from './races.testing.ts'

/** Orders that are cancelled while their production starts, and as many whose address is changed beside it. */
const RACES = Number(process.env.CANCELLATION_RACES ?? 200)
const CONCURRENCY = 6
/** Orders that measure how long a cancellation takes. */
const MEASURED = 3
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

let races: Races
let server: TestServer
let customer: Client
let codes: string[]
beforeAll(async () => {
  races = await startRaces(MEASURED + 2 * RACES)
  ;({ server, customer, codes } = races)
})
afterAll(() => races.close())

const read = (code: string) => customer.call(contract.getOrder, { params: { code } })
const send = (path: string, method: string, body: object) =>
  customer.fetch(`/api/orders/v1/superorders/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

type Outcome = 'accepted' | 'refused' | 'blocked'

/** Cancels an order; resolves when that is decided, which it is only as the shop has it. */
async function cancel(code: string): Promise<Outcome> {
  const response = await send(`${code}/cancellation`, 'POST', { cancellationId: randomUUID() })
  if (response.status === 409) {
    expect(await response.json()).toMatchObject({ reason: 'in-production' })
    return 'blocked'
  }
  expect(response.status).toBe(202)
  let outcome: Outcome | undefined
  await expect
    .poll(
      async () => {
        const { status, cancellation, refunds } = await read(code)
        const { state, refusal } = cancellation!.last!
        if (state !== 'accepted' && state !== 'refused') return state
        outcome = state
        const file = await races.readFileOf(code)
        if (state === 'accepted') {
          expect([status, file.state.status]).toEqual(['Cancelled', 'Cancelled'])
          expect(refunds).toMatchObject([{ amount: 500, reason: 'cancellation' }])
        } else {
          expect(file.step).toBe('ProductionStarted')
          expect(refusal).toBe('in-production')
        }
        return state
      },
      { interval: 30, timeout: 60_000 },
    )
    .toMatch(/^(accepted|refused)$/)
  return outcome!
}

async function raceAll(waiting: string[], race: (code: string) => Promise<void>): Promise<void> {
  const run = async () => {
    for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) await race(code)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
}

test(`NX-120 NX-122 an order cancelled while production starts is cancelled or made, ${RACES} times`, async () => {
  let slowest = 0
  for (const code of codes.slice(0, MEASURED)) {
    const start = performance.now()
    expect(await cancel(code)).toBe('accepted')
    slowest = Math.max(slowest, performance.now() - start)
  }
  const outcomes: Record<Outcome, number> = { accepted: 0, refused: 0, blocked: 0 }
  const racing = codes.slice(MEASURED, MEASURED + RACES)
  await withRandomSeed(random =>
    raceAll([...racing], async code => {
      const delay = random.integer(Math.ceil(2 * slowest))
      const [outcome] = await Promise.all([cancel(code), wait(delay).then(() => races.startProduction(code))])
      outcomes[outcome]++
    }),
  )
  await server.idle()
  if (process.env.CANCELLATION_RACES) process.stdout.write(`${JSON.stringify({ ...outcomes, slowest })}\n`)
  expect(outcomes.accepted).toBeGreaterThan(0)
  expect(outcomes.refused + outcomes.blocked).toBeGreaterThan(0)
  // Keepsake and the shop agree on the end of each, and each decision was mailed once.
  for (const code of racing)
    expect((await read(code)).status).toBe((await races.readFileOf(code)).state.status)
  const mails = server.mailbox.list().filter(mail => mail.to.includes(customer.email))
  expect(mails.filter(({ subject }) => subject.endsWith('is cancelled'))).toHaveLength(
    outcomes.accepted + MEASURED,
  )
  expect(mails.filter(({ subject }) => subject.endsWith('couldn’t be cancelled'))).toHaveLength(
    outcomes.refused,
  )
})

test(`NX-121 an address that is changed while the order is cancelled ends as the shop has it, ${RACES} times`, async () => {
  const ends: Record<string, number> = {}
  await withRandomSeed(random =>
    raceAll(codes.slice(MEASURED + RACES), async code => {
      const delay = random.integer(60)
      const [changed, outcome] = await Promise.all([
        wait(random.integer(60)).then(() => send(`${code}/deliveryAddress`, 'PUT', NEW)),
        wait(delay).then(() => cancel(code)),
      ])
      expect(outcome).toBe('accepted')
      const { addressChange, deliveryAddress } = await read(code)
      const file = await races.readFileOf(code)
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
  if (process.env.CANCELLATION_RACES) process.stdout.write(`${JSON.stringify(ends)}\n`)
  expect(Object.values(ends).reduce((sum, each) => sum + each, 0)).toBe(RACES)
})
