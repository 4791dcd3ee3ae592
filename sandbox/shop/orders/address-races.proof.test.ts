import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/orders.ts'
import { addressForTests } from '#server/testing/addresses.ts'
import type { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import { withRandomSeed } from '#server/testing/random-seed.ts'
import { HOME } from './paid-orders.testing.ts'
import { type Races, startRaces } from './races.testing.ts'

/** Orders whose address is changed while their production starts. */
const RACES = Number(process.env.ADDRESS_RACES ?? 200)
const CONCURRENCY = 6
/** Orders that measure how long a change takes. */
const MEASURED = 3
const NEW = addressForTests({ street: 'Alma Vale Road', streetNumber: '48', postalCode: 'BS8 2HS' })

let races: Races
let server: TestServer
let customer: Client
let codes: string[]
beforeAll(async () => {
  races = await startRaces(MEASURED + RACES)
  ;({ server, customer, codes } = races)
})
afterAll(() => races.close())

const read = (code: string) => customer.call(contract.getOrder, { params: { code } })
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
          expect((await races.readFileOf(code)).state.deliveryAddress).toEqual({ type: 'Home', ...NEW })
          expect(deliveryAddress).toEqual({ type: 'Home', ...NEW })
        } else if (state === 'refused') {
          expect((await races.readFileOf(code)).state.deliveryAddress).toEqual(HOME)
          expect([deliveryAddress, refusal]).toEqual([HOME, 'in-production'])
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
        const [outcome] = await Promise.all([
          change(code),
          wait(delay).then(() => races.startProduction(code!)),
        ])
        outcomes[outcome]++
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, race))
  })
  await server.idle()
  const mails = server.mailbox
    .list()
    .filter(({ to, subject }) => to.includes(customer.email) && subject.includes('couldn’t be used'))
  if (process.env.ADDRESS_RACES)
    process.stdout.write(`${JSON.stringify({ ...outcomes, ms: performance.now() - start, slowest })}\n`)
  expect(outcomes.applied + outcomes.refused + outcomes.blocked).toBe(RACES)
  expect(outcomes.applied).toBeGreaterThan(0)
  expect(outcomes.refused + outcomes.blocked).toBeGreaterThan(0)
  // Each order went into production once, and each refusal was mailed once.
  for (const code of codes.slice(MEASURED))
    expect((await races.readFileOf(code)).state).toMatchObject({ status: 'ProductionStarted' })
  expect(mails).toHaveLength(outcomes.refused)
})
