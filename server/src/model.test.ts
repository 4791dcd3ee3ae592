import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOrphanBlobs } from './domains/photos/erasure/orphan-blobs.ts'
import { findForeignPhotos, findOrphanRows } from './testing/consistency-checks.ts'
import { type TestServer, testServer } from './testing/harness.ts'
import { compare } from './testing/model/compare.ts'
import { ModelCustomer, type ModelState } from './testing/model/model-customer.ts'
import { createPictures } from './testing/model/pictures.ts'
import { DAY } from './testing/model/retention-model.ts'
import { SERVICE_TOKEN, simulateDays } from './testing/model/retention-runs.ts'
import { importRandomSharedAlbum } from './testing/model/shared-album-imports.ts'
import { SharedAlbumsModel } from './testing/model/shared-albums-model.ts'
import { pickStep } from './testing/model/steps.ts'
import { seededRandom } from './testing/random.ts'

const STEPS = Number(process.env.MODEL_STEPS ?? 20_000)
const SEED = Number(process.env.MODEL_SEED ?? 1826)
const CUSTOMERS = 6
const PICTURES = 16
/** Steps all customers make together until an operator shares something again. */
const SPELL = 250
/** Spells after which simulateDays pass. */
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
async function createModelState(): Promise<ModelState> {
  const random = seededRandom(SEED)
  const modelState: ModelState = {
    server,
    seed: SEED,
    random,
    pictures: await createPictures(PICTURES),
    customers: [],
    shared: new SharedAlbumsModel(),
    blocks: 0,
    outcomes: new Map(),
  }
  for (let i = 0; i < CUSTOMERS; i++) {
    server.clock.set(new Date(FIRST_DAY - (REGISTERED_DAYS - random.below(60)) * DAY))
    modelState.customers.push(new ModelCustomer(modelState, await server.customer(), GRACE_DAYS))
  }
  server.clock.set(new Date(FIRST_DAY))
  for (const customer of modelState.customers) await customer.signIn()
  return modelState
}

/** All customers at once, each one thing after another. All end before the first failure is told. */
async function spell(modelState: ModelState, steps: number): Promise<void> {
  await importRandomSharedAlbum(modelState)
  const done = await Promise.allSettled(
    modelState.customers.map(async (customer, i) => {
      const own = Math.floor((steps + i) / CUSTOMERS)
      for (let step = 0; step < own; step++) {
        // No two instants of one customer are the same.
        server.clock.advance(1)
        customer.steps++
        await customer.withStepLog(pickStep(customer.random))
      }
    }),
  )
  for (const each of done) if (each.status === 'rejected') throw each.reason
  await server.idle()
}

async function compareAll(modelState: ModelState): Promise<void> {
  await server.idle()
  for (const customer of modelState.customers) await customer.withStepLog(compare)
  expect(await findForeignPhotos(server.ctx)).toEqual([])
  expect(await findOrphanRows(server.ctx)).toEqual([])
  expect(await removeOrphanBlobs(server.ctx, new AbortController().signal)).toEqual([])
}

test(
  `P5 P9 PL-093 PL-185 OP-01 OP-34 ${STEPS} random steps of ${CUSTOMERS} customers end as in the model: photos, albums, shared albums, bin, exports and retention`,
  async () => {
    const modelState = await createModelState()
    const { customers, random, outcomes } = modelState
    for (let done = 0; done < STEPS; ) {
      for (let i = 0; i < SPELLS && done < STEPS; i++) {
        const steps = Math.min(SPELL, STEPS - done)
        await spell(modelState, steps)
        done += steps
      }
      await compareAll(modelState)
      await simulateDays(modelState, 5 + random.below(8))
      await compareAll(modelState)
    }
    expect(customers.reduce((sum, { steps }) => sum + steps, 0)).toBe(STEPS)
    if (STEPS < 20_000) return
    // It went where it matters, often enough.
    for (const [what, least] of Object.entries(LEAST))
      expect(outcomes.get(what) ?? 0, what).toBeGreaterThanOrEqual(least)
  },
  Math.max(300_000, STEPS * 60),
)
