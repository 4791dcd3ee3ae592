import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DEMO_SIGN_INS } from '#demo/customers.ts'
import { serve } from '#server/serve.ts'
import { seededRandom } from '#server/testing/random.ts'
import { pictureGenerator } from './crash/pictures.ts'
import { createCrashStorage } from './crash/storage.ts'
import { Uploader } from './crash/uploader.ts'
import { verifyUploads } from './crash/verify.ts'
import { freePort } from './free-port.ts'
import { type Backend, Balancer } from './upgrade/balancer.ts'
import { type Checkout, checkOutCommit, copyCheckout, PLANTED_MIGRATIONS } from './upgrade/checkouts.ts'
import { VersionProcess } from './upgrade/process.ts'
import { Visitor } from './upgrade/visitor.ts'

/*
 * Upgrades from an earlier commit to this checkout and rolls back, while customers use it: `keepsake migrate`, then the
 * processes one by one, behind a balancer, on PostgreSQL (RV-706). Nothing may fail, no upload may be lost, and both
 * versions must have answered requests.
 */
const USAGE = 'node tools/upgrade.ts [--from HEAD^] [--seed n] [--rounds 2] [--keep]'
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'HEAD^' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
/** Rounds of all visitors between two steps. */
const rounds = Number(values.rounds)
if (!Number.isInteger(seed) || !(rounds >= 1)) {
  console.error(USAGE)
  process.exit(2)
}
const WEB_PROCESSES = 2

const started = performance.now()
const violations: string[] = []
const random = seededRandom(seed)
const storage = await createCrashStorage(2)
const temp = storage.env.DATA_DIR!
const log = join(temp, 'processes.log')
const old = await checkOutCommit(values.from, join(temp, 'old'))
const next = await copyCheckout(join(temp, 'new'), old.hasMigrateStep ? PLANTED_MIGRATIONS : {})
console.log(`Upgrade from ${old.name} to ${next.name} and back, seed ${seed}`)
if (!old.hasMigrateStep) console.log(`  ${old.name} refuses newer migrations: none is planted`)

const balancer = new Balancer()
await balancer.start()
const env: Record<string, string> = {
  ...storage.env,
  PUBLIC_ORIGIN: balancer.origin,
  TRUSTED_PROXIES: 'loopback',
  RATE_LIMITS: 'false',
  SECRET: `upgrade test ${seed} `.padEnd(32, '.'),
  LOG_LEVEL: 'warn',
  SMTP_URL: 'smtp://127.0.0.1:1',
  DRAIN_PAUSE_SECONDS: '1',
}

if (old.hasMigrateStep) await migrate(old)
await seedCustomers()
const web: { backend: Backend; process: VersionProcess }[] = []
for (let i = 0; i < WEB_PROCESSES; i++) web.push(await startWeb(old))
let worker = startWorker(old)

const servers = { next: async () => balancer.origin }
const picture = await pictureGenerator(random)
const uploaders = DEMO_SIGN_INS.slice(0, 3).map(
  email => new Uploader(email, servers, { next: picture, random, pieces: false }, violations),
)
for (const uploader of uploaders) await uploader.signIn()
const visitors = DEMO_SIGN_INS.slice(0, 2).map(
  email => new Visitor(email, balancer.origin, random, violations),
)
const working = Promise.all([...uploaders, ...visitors].map(each => each.run()))
await progress()

const migrating = performance.now()
await migrate(next)
const migrateMs = performance.now() - migrating
await progress()
await replaceAll(next)
await replaceAll(old)

for (const each of [...uploaders, ...visitors]) each.finish()
await working
for (const uploader of uploaders) await uploader.signIn()
// This process verifies, beside the processes of the old version.
const last = await serve({ ...process.env, ...env, PORT: '0', LOG_LEVEL: 'error' })
const result = await verifyUploads(last.ctx, balancer.origin, uploaders, violations)
await last.close()
for (const { process } of web) await endProcess(process)
await endProcess(worker)
await balancer.close()

const total = (of: (uploader: Uploader) => number) => uploaders.reduce((sum, each) => sum + of(each), 0)
const files = total(({ acknowledged }) => acknowledged.length)
const broken = total(({ interrupted, repeated }) => interrupted + repeated)
if (broken > 0) violations.push(`FAILED: ${broken} requests of uploads`)
if (files < 10) violations.push(`only ${files} files were acknowledged: too few to prove anything`)
for (const { name } of [old, next])
  if (!balancer.served.get(name)) violations.push(`no request was answered by ${name}`)
if (violations.length === 0 && !values.keep) await storage.remove()

console.log(`  requests           ${[...balancer.served].map(([version, count]) => `${count} by ${version}`).join(', ')}
  rounds             ${visitors.reduce((sum, each) => sum + each.rounds, 0)} of ${visitors.length} visitors: sign-in, timeline, pictures, albums, downloads
  acknowledged       ${files} files in ${result.accounts} libraries
  migrate            ${(migrateMs / 1000).toFixed(1)} s beside the old version
  violations         ${violations.length}
  ${((performance.now() - started) / 1000).toFixed(1)} s`)
for (const violation of violations) console.error(`✗ ${violation}`)
if (violations.length) console.error(`Seed ${seed}; the data is in ${storage.description}`)
process.exit(violations.length ? 1 : 0)

async function migrate(checkout: Checkout): Promise<void> {
  const command = new VersionProcess(checkout, ['migrate'], env, log)
  const code = await command.ended
  if (code !== 0)
    throw new Error(`keepsake migrate of ${checkout.name} ended with ${code}:\n${command.output}`)
}

/** The old version creates the customers of the demo. */
async function seedCustomers(): Promise<void> {
  const port = await freePort()
  const seeding = new VersionProcess(
    old,
    ['serve', '--empty'],
    { ...env, DEMO: 'true', PORT: String(port) },
    log,
  )
  const backend = { port, version: 'seeding' }
  balancer.add(backend)
  await Promise.race([balancer.whenReady(backend), failed(seeding)])
  balancer.remove(backend)
  while (!seeding.output.includes(DEMO_SIGN_INS.at(-1)!)) await Promise.race([wait(50), failed(seeding)])
  await endProcess(seeding)
}

async function startWeb(checkout: Checkout) {
  const port = await freePort()
  const process = new VersionProcess(
    checkout,
    ['serve', '--role', 'web'],
    { ...env, PORT: String(port) },
    log,
  )
  const backend = { port, version: checkout.name }
  balancer.add(backend)
  await Promise.race([balancer.whenReady(backend), failed(process)])
  return { backend, process }
}

function startWorker(checkout: Checkout): VersionProcess {
  return new VersionProcess(checkout, ['serve', '--role', 'worker'], env, log)
}

async function failed(process: VersionProcess): Promise<never> {
  const code = await process.ended
  throw new Error(`A process ended with ${code}:\n${process.output}`)
}

/** Starts a process of the version beside each one, and ends that in order once the new one is ready. */
async function replaceAll(checkout: Checkout): Promise<void> {
  const newWorker = startWorker(checkout)
  for (const [i, { backend, process }] of web.entries()) {
    web[i] = await startWeb(checkout)
    await progress()
    await endProcess(process)
    balancer.remove(backend)
  }
  await endProcess(worker)
  worker = newWorker
  await progress()
}

async function endProcess(process: VersionProcess): Promise<void> {
  const code = await process.end()
  if (code !== 0) violations.push(`a process ended with ${code}:\n${process.output}`)
}

/** Resolves when every visitor has finished further rounds. */
async function progress(): Promise<void> {
  const goals = visitors.map(visitor => ({ visitor, goal: visitor.rounds + rounds }))
  const deadline = performance.now() + 180_000
  while (goals.some(({ visitor, goal }) => visitor.rounds < goal)) {
    if (performance.now() > deadline)
      throw new Error(`The visitors make no progress:\n${violations.join('\n')}`)
    await wait(20)
  }
}
