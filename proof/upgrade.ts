import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import { serve } from '#server/serve.ts'
import { createRandom } from '#server/testing/random.ts'
import { createTemporaryFolder } from './bench/harness/processes.ts'
import { unansweredRequests } from './crash/lost-connection.ts'
import { createPictureGenerator } from './crash/pictures.ts'
import { Uploader } from './crash/uploader.ts'
import { verifyUploads } from './crash/verify.ts'
import { startFleet } from './fleet/fleet.ts'
import { runCommand, type ServerProcess } from './fleet/process.ts'
import { type Checkout, checkOutCommit, copyCheckout, PLANTED_MIGRATIONS } from './upgrade/checkouts.ts'
import { Visitor } from './upgrade/visitor.ts'

/*
 * Upgrades from an earlier commit to this checkout and rolls back, while customers use it: `keepsake migrate`, then the
 * processes one by one, behind HAProxy, on PostgreSQL. No request may fail, and no upload may be lost.
 */
const USAGE = 'node proof/upgrade.ts [--from HEAD^] [--seed n] [--rounds 2]'
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'HEAD^' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '2' },
  },
})
const seed = Number(values.seed)
/** Rounds of all visitors between two steps. */
const rounds = Number(values.rounds)
if (!Number.isInteger(seed) || !(rounds >= 1)) {
  console.error(USAGE)
  process.exit(2)
}
const WEB = 2
const WORKERS = 1
const PROGRESS_MS = 180_000

const started = performance.now()
const violations: string[] = []
const random = createRandom(seed)
const resources = new AsyncDisposableStack()
const folder = await createTemporaryFolder(resources)
const oldCheckout = await checkOutCommit(values.from, join(folder, 'old'))
const newCheckout = await copyCheckout(join(folder, 'new'), PLANTED_MIGRATIONS)
console.log(`Upgrade from ${oldCheckout.name} to ${newCheckout.name} and back, seed ${seed}`)

const fleet = await startFleet(
  {
    web: WEB,
    workers: WORKERS,
    balancers: ['haproxy'],
    checkout: oldCheckout.folder,
    env: { ALLOW_TEST_SETTINGS: 'true', RATE_LIMITS: 'false', SMTP_URL: 'smtp://127.0.0.1:1' },
    prepare: seedCustomers,
    random,
  },
  resources,
)
const servers = { getOrigin: async () => fleet.origin }
const picture = await createPictureGenerator(random)
const uploaders = DEMO_SIGN_INS.slice(0, 3).map(
  email =>
    new Uploader(email, servers, { generatePicture: picture, random, splitsUploads: false }, violations),
)
for (const uploader of uploaders) await uploader.signIn()
const visitors = DEMO_SIGN_INS.slice(0, 2).map(email => new Visitor(email, fleet.origin, random, violations))
const working = Promise.all([...uploaders, ...visitors].map(each => each.run()))
await waitForRounds()

const migrating = performance.now()
await runCommand(['migrate'], fleet.env, { checkout: newCheckout.folder })
const migrateMs = performance.now() - migrating
await waitForRounds()
for (const checkout of [newCheckout, oldCheckout])
  for (const each of fleet.processes()) await replaceProcess(each, checkout)

for (const each of [...uploaders, ...visitors]) each.finish()
await working
for (const uploader of uploaders) await uploader.signIn()
// This process verifies, beside the processes of the old version.
const lastServer = await serve({ ...process.env, ...fleet.env, PORT: '0', LOG_LEVEL: 'error' })
const result = await verifyUploads(lastServer.ctx, fleet.origin, uploaders, violations)
await lastServer.close()
for (const each of fleet.processes()) await end(each)
await resources.disposeAsync()

const sumUploaders = (getValue: (uploader: Uploader) => number) =>
  uploaders.reduce((sum, each) => sum + getValue(each), 0)
const files = sumUploaders(({ acknowledged }) => acknowledged.length)
const broken = sumUploaders(({ interrupted, repeated }) => interrupted + repeated)
if (broken > 0)
  violations.push(
    `FAILED: ${broken} requests of uploads: ${[...new Set(unansweredRequests.map(({ reason }) => reason))].join(', ')}`,
  )
if (files < 10) violations.push(`only ${files} files were acknowledged: too few to prove anything`)

console.log(`  rounds             ${visitors.reduce((sum, each) => sum + each.rounds, 0)} of ${visitors.length} visitors: sign-in, timeline, pictures, albums, downloads
  acknowledged       ${files} files in ${result.accounts} libraries
  migrate            ${(migrateMs / 1000).toFixed(1)} s beside the old version
  violations         ${violations.length}
  ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const violation of violations) console.error(`✗ ${violation}`)
process.exit(violations.length ? 1 : 0)

/** Creates the customers of the demo by the old version. */
async function seedCustomers(env: Record<string, string>): Promise<void> {
  const { withContext } = (await import(
    join(oldCheckout.folder, 'server/src/serve.ts')
  )) as typeof import('#server/serve.ts')
  const { seedDemoCustomers } = (await import(
    join(
      oldCheckout.folder,
      existsSync(join(oldCheckout.folder, 'sandbox')) ? 'sandbox/demo/customers.ts' : 'demo/customers.ts',
    )
  )) as typeof import('#sandbox/demo/customers.ts')
  await withContext({ ...process.env, ...env }, async ctx => {
    await seedDemoCustomers(ctx)
    return 0
  })
}

/** Ends the process in order and starts it from the checkout; resolves when customers have worked with both versions. */
async function replaceProcess(each: ServerProcess, { folder }: Checkout): Promise<void> {
  await end(each)
  each.checkout = folder
  void each.start()
  await each.ready
  await waitForRounds()
}

async function end(each: ServerProcess): Promise<void> {
  const code = await each.end('SIGTERM')
  if (code !== 0) violations.push(`${each.name} ended with ${code}:\n${each.output}`)
}

/** Resolves when every visitor has finished further rounds. */
async function waitForRounds(): Promise<void> {
  const goals = visitors.map(visitor => ({ visitor, goal: visitor.rounds + rounds }))
  const deadline = performance.now() + PROGRESS_MS
  while (goals.some(({ visitor, goal }) => visitor.rounds < goal)) {
    if (performance.now() > deadline)
      throw new Error(`The visitors make no progress:\n${violations.join('\n')}`)
    await wait(20)
  }
}
