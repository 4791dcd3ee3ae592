import { expect, test } from 'vitest'
import { sweepBlobs } from './domains/photos/blob-sweep/sweep-blobs.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { findForeignPhotos, findOrphanRows } from './testing/consistency-checks.ts'
import { startSecondServer, testServer } from './testing/harness.ts'
import { compare } from './testing/model/compare.ts'
import { ModelCustomer, type ModelState } from './testing/model/model-customer.ts'
import { createPictures } from './testing/model/pictures.ts'
import { DAY } from './testing/model/retention-model.ts'
import { SERVICE_TOKEN, simulateDays } from './testing/model/retention-runs.ts'
import { importRandomSharedAlbum } from './testing/model/shared-album-imports.ts'
import { SharedAlbumsModel } from './testing/model/shared-albums-model.ts'
import { pickStep } from './testing/model/steps.ts'
import { createRandom } from './testing/random.ts'

const STEPS = Number(process.env.MODEL_STEPS ?? 300)
const SEED = Number(process.env.MODEL_SEED ?? 1826)
const CUSTOMERS = 6
const PICTURES = 16
/** Steps of all customers between two imports of shared albums. */
const ROUND_STEPS = 250
/** Rounds between two simulations of days. */
const ROUNDS = 8
const BIN_DAYS = 6
/** Longer than BIN_DAYS, so that expired photos outlive deleted ones. */
const GRACE_DAYS = 9
/** The first customer registered this many days before the first day: the 18 months end soon after it. */
const REGISTERED_DAYS = 540
/**
 * All customers register within this many days, so that their libraries expire early enough to be restored or erased
 * in the same run.
 */
const REGISTRATION_DAYS = 30
/** In the future, so that files are older than the sweep's hour; fixed, so that every run is the same. */
const FIRST_DAY = Date.parse('2041-02-10T12:00:00Z')

/** Minimum occurrences of outcomes in a run of full length. */
const MINIMUM_OUTCOMES = {
  'uploads after erasing': 50,
  'restored by upload': 10,
  'uploads of known photos': 1,
  'moves by 2 additional workers': 10,
  exports: 10,
  'current exports answered again': 10,
  'exports that held erased photos': 1,
  imported: 2,
  'imported again': 10,
  'shared albums left': 2,
  'shared albums deleted': 1,
  'foreign refused': 300,
  'libraries expired': 3,
  'libraries restored': 1,
  'libraries erased': 1,
  reminders: 20,
}

const server = closeAfterAll(
  await testServer({
    config: {
      rateLimits: false,
      binDays: BIN_DAYS,
      retention: { graceDays: GRACE_DAYS, guardPercent: 100, mailsPerHour: 1000 },
      serviceTokens: [{ name: 'orders', token: SERVICE_TOKEN }],
    },
  }),
)
const second = closeAfterAll(await startSecondServer(server, server.ctx.blobs))

/** Customers register on different days, so that their retention periods end on different days. */
async function createModelState(): Promise<ModelState> {
  const random = createRandom(SEED)
  const modelState: ModelState = {
    server,
    second: second.app,
    seed: SEED,
    random,
    pictures: await createPictures(PICTURES),
    customers: [],
    shared: new SharedAlbumsModel(),
    dayBlocks: 0,
    outcomes: new Map(),
  }
  for (let i = 0; i < CUSTOMERS; i++) {
    server.clock.set(new Date(FIRST_DAY - (REGISTERED_DAYS - random.integer(REGISTRATION_DAYS)) * DAY))
    modelState.customers.push(new ModelCustomer(modelState, await server.customer(), GRACE_DAYS))
  }
  server.clock.set(new Date(FIRST_DAY))
  for (const customer of modelState.customers) await customer.signIn()
  return modelState
}

/** Runs steps of all customers concurrently, each customer's one after another; waits for all before it fails. */
async function runRound(modelState: ModelState, steps: number): Promise<void> {
  await importRandomSharedAlbum(modelState)
  const done = await Promise.allSettled(
    modelState.customers.map(async (customer, i) => {
      const ownSteps = Math.floor((steps + i) / CUSTOMERS)
      for (let step = 0; step < ownSteps; step++) {
        // Every step of a customer has its own time.
        server.clock.advance(1)
        customer.stepCount++
        await customer.runWithStepLog(pickStep(customer.random))
      }
    }),
  )
  for (const each of done) if (each.status === 'rejected') throw each.reason
  await server.idle()
}

async function compareAll(modelState: ModelState): Promise<void> {
  await server.idle()
  for (const customer of modelState.customers) await customer.runWithStepLog(compare)
  expect(await findForeignPhotos(server.ctx)).toEqual([])
  expect(await findOrphanRows(server.ctx)).toEqual([])
  await sweepBlobs(server.ctx, new AbortController().signal)
  expect(await server.ctx.db.selectFrom('orphan_blobs').selectAll().execute()).toEqual([])
}

test(
  `P5 P9 PL-093 PL-185 OP-01 OP-34 RV-502 ${STEPS} random steps of ${CUSTOMERS} customers at two web processes end as in the model: photos, albums, shared albums, bin, exports and retention`,
  async () => {
    const modelState = await createModelState()
    const { customers, random, outcomes } = modelState
    for (let done = 0; done < STEPS; ) {
      for (let i = 0; i < ROUNDS && done < STEPS; i++) {
        const steps = Math.min(ROUND_STEPS, STEPS - done)
        await runRound(modelState, steps)
        done += steps
      }
      await compareAll(modelState)
      await simulateDays(modelState, 8 + random.integer(8))
      await compareAll(modelState)
    }
    expect(customers.reduce((sum, { stepCount }) => sum + stepCount, 0)).toBe(STEPS)
    if (STEPS < 20_000) return
    for (const [what, least] of Object.entries(MINIMUM_OUTCOMES))
      expect(outcomes.get(what) ?? 0, what).toBeGreaterThanOrEqual(least)
  },
  Math.max(600_000, STEPS * 60),
)
