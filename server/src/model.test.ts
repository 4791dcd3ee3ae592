import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOrphanBlobs } from './domains/photos/erasure/orphan-blobs.ts'
import { type TestServer, testServer } from './testing/harness.ts'
import { compare } from './testing/model/compare.ts'
import { Customer, type World } from './testing/model/customer.ts'
import { nights, SERVICE_TOKEN } from './testing/model/nights.ts'
import { shareSomething } from './testing/model/operator.ts'
import { pictures } from './testing/model/pictures.ts'
import { DAY } from './testing/model/retention-model.ts'
import { SharedAlbumsModel } from './testing/model/shared-albums-model.ts'
import { someStep } from './testing/model/steps.ts'
import { seededRandom } from './testing/random.ts'
import { orphanRows, strangersPhotos } from './testing/recount.ts'

const STEPS = Number(process.env.MODEL_STEPS ?? 20_000)
const SEED = Number(process.env.MODEL_SEED ?? 1826)
const CUSTOMERS = 6
const PICTURES = 16
/** Steps all customers make together until an operator shares something again. */
const SPELL = 250
/** Spells after which nights pass. */
const SPELLS = 8
const BIN_DAYS = 6
/** Longer than the bin's: what expired must not go with what was deleted. */
const GRACE_DAYS = 9
/** So many days before the first day customers have registered: their periods end soon after it, 18 months on. */
const REGISTERED_DAYS = 540
/** A day that has not been, so that files are older than the sweep's hour, and every run is the same. */
const FIRST_DAY = Date.parse('2041-02-10T12:00:00Z')

/** What must have come about at least so often in a run of full length. */
const LEAST = {
  'sent anew after erasing': 50,
  'restored by upload': 10,
  'sent though there': 1,
  'moves by 2 workers at once': 10,
  exports: 10,
  'living exports answered again': 10,
  'exports that held erased photos': 1,
  imported: 2,
  'imported again': 10,
  left: 2,
  ended: 1,
  'foreign refused': 300,
  'libraries that left': 3,
  'libraries that came back': 1,
  'libraries erased': 1,
  reminders: 20,
}

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    config: {
      rateLimits: false,
      binDays: BIN_DAYS,
      retention: { graceDays: GRACE_DAYS, guardPercent: 100 },
      serviceTokens: [{ name: 'orders', token: SERVICE_TOKEN }],
    },
  })
})
afterAll(() => server.close())

/** Customers who registered on different days, so that their periods end on different days. */
async function newWorld(): Promise<World> {
  const random = seededRandom(SEED)
  const world: World = {
    server,
    seed: SEED,
    random,
    pictures: await pictures(PICTURES),
    customers: [],
    shared: new SharedAlbumsModel(),
    blocks: 0,
    happened: new Map(),
  }
  for (let i = 0; i < CUSTOMERS; i++) {
    server.clock.set(new Date(FIRST_DAY - (REGISTERED_DAYS - random.below(60)) * DAY))
    world.customers.push(new Customer(world, await server.customer(), GRACE_DAYS))
  }
  server.clock.set(new Date(FIRST_DAY))
  for (const customer of world.customers) await customer.signIn()
  return world
}

/** All customers at once, each one thing after another. All end before the first failure is told. */
async function spell(world: World, steps: number): Promise<void> {
  await shareSomething(world)
  const done = await Promise.allSettled(
    world.customers.map(async (customer, i) => {
      const own = Math.floor((steps + i) / CUSTOMERS)
      for (let step = 0; step < own; step++) {
        // No two instants of one customer are the same.
        server.clock.advance(1)
        customer.steps++
        await customer.telling(someStep(customer.random))
      }
    }),
  )
  for (const each of done) if (each.status === 'rejected') throw each.reason
  await server.idle()
}

async function compareAll(world: World): Promise<void> {
  await server.idle()
  for (const customer of world.customers) await customer.telling(compare)
  expect(await strangersPhotos(server.ctx)).toEqual([])
  expect(await orphanRows(server.ctx)).toEqual([])
  expect(await removeOrphanBlobs(server.ctx, new AbortController().signal)).toEqual([])
}

test(
  `P5 P9 PL-093 PL-185 OP-01 OP-34 ${STEPS} random steps of ${CUSTOMERS} customers end as in the model: photos, albums, shared albums, bin, exports and retention`,
  async () => {
    const world = await newWorld()
    const { customers, random, happened } = world
    for (let done = 0; done < STEPS; ) {
      for (let i = 0; i < SPELLS && done < STEPS; i++) {
        const steps = Math.min(SPELL, STEPS - done)
        await spell(world, steps)
        done += steps
      }
      await compareAll(world)
      await nights(world, 5 + random.below(8))
      await compareAll(world)
    }
    expect(customers.reduce((sum, { steps }) => sum + steps, 0)).toBe(STEPS)
    if (STEPS < 20_000) return
    // It went where it matters, often enough.
    for (const [what, least] of Object.entries(LEAST))
      expect(happened.get(what) ?? 0, what).toBeGreaterThanOrEqual(least)
  },
  Math.max(300_000, STEPS * 60),
)
