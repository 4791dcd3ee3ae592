import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#demo/customers.ts'
import { type Context, change } from '#server/context.ts'
import { createAccount, hashPassword } from '#server/domains/identity/index.ts'
import { withContext } from '#server/serve.ts'
import { seededRandom } from '#server/testing/random.ts'
import { isInstalled } from '../../fleet/balancer.ts'
import { type Fleet, startFleet } from '../../fleet/fleet.ts'
import { runCommand } from '../../fleet/process.ts'
import { pictureGenerator } from '../pictures.ts'
import { verifyUploads } from '../verify.ts'
import { FleetCustomer } from './customer.ts'
import { Endings } from './endings.ts'
import { makeReminderDue } from './reminders.ts'
import { type Surroundings, startSurroundings } from './surroundings.ts'
import { verifyChanges, waitForExports } from './verify.ts'
import { verifyDeliveries } from './verify-deliveries.ts'

const WEB = 3
const WORKERS = 2
const CLIENTS = 20
/** Small, because what is proved is not their size: 1,000 kills are to take half an hour on two cores. */
const PICTURE_MAX = 300_000
/** Between two changes of a client. */
const PAUSE_MS = 1000
/** Changes of one customer; then its client is the next customer. */
const CHANGES = { min: 12, max: 30 }
/** Processes are ended again after so many changes, within these times: while all start, nothing is acknowledged. */
const CHANGES_BETWEEN = 12
const BETWEEN_MS = { min: 2000, max: 7500 }

/**
 * Kills processes of a fleet (web, workers; PostgreSQL, S3 or a folder, HAProxy) while customers upload, delete, fill
 * albums, export and order, then verifies everything that was acknowledged and delivered. Returns the exit code.
 */
export async function crashFleet({ kills, seed }: { kills: number; seed: number }): Promise<number> {
  if (!isInstalled('haproxy')) throw new Error('HAProxy is not installed')
  const started = performance.now()
  await using resources = new AsyncDisposableStack()
  const violations: string[] = []
  const surroundings = await startSurroundings(resources)
  const fleet = await startFleet(
    {
      web: WEB,
      workers: WORKERS,
      balancers: ['haproxy'],
      env: { ...surroundings.env, RATE_LIMITS: 'false', DRAIN_PAUSE_SECONDS: '0.5' },
      random: seededRandom(seed),
    },
    resources,
  )
  console.log(`  ${WEB} web processes, ${WORKERS} workers, ${CLIENTS} clients, ${blobsOf(fleet)}`)
  await withContext({ ...process.env, ...fleet.env }, async ctx => {
    const run = new FleetRun(ctx, fleet, surroundings, seed, violations)
    const working = run.start()
    await run.kill(kills)
    const killedMs = performance.now() - started
    await fleet.ready()
    run.finish()
    await working
    await run.report(killedMs)
    return 0
  })
  console.log(
    `  violations         ${violations.length}\n  ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  for (const violation of new Set(violations)) console.error(`✗ ${violation}`)
  if (violations.length === 0) return 0
  const log = join(tmpdir(), `keepsake-crash-fleet-${seed}.log`)
  await copyFile(fleet.log, log)
  console.error(`Seed ${seed}; the processes' log is ${log}`)
  return 1
}

class FleetRun {
  readonly #customers: FleetCustomer[] = []
  /** Customers that no client is any more. */
  readonly #left: FleetCustomer[] = []
  readonly #due = new Set<FleetCustomer>()
  readonly #endings: Endings
  readonly #ctx: Context
  readonly #fleet: Fleet
  readonly #surroundings: Surroundings
  readonly #seed: number
  readonly #violations: string[]
  readonly #sweeps: Promise<void>[] = []
  #finishing = false

  constructor(ctx: Context, fleet: Fleet, surroundings: Surroundings, seed: number, violations: string[]) {
    this.#ctx = ctx
    this.#fleet = fleet
    this.#surroundings = surroundings
    this.#seed = seed
    this.#violations = violations
    this.#endings = new Endings(fleet.processes(), seed, violations)
  }

  /** Starts the clients; resolves when they have finished. */
  async start(): Promise<void> {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#runClient(i, passwordHash)))
  }

  finish(): void {
    this.#finishing = true
  }

  async kill(kills: number): Promise<void> {
    const random = seededRandom(this.#seed + 500)
    let printed = 0
    while (this.#endings.killed < kills) {
      await this.#waitForChanges()
      await wait(random.below(500))
      const [isReminder, isSweep] = [random.chance(0.3), random.chance(0.05)]
      const customer = this.#left.find(each => !this.#due.has(each) && each.filesIn('library').length > 0)
      if (isReminder && customer) {
        this.#due.add(customer)
        await makeReminderDue(this.#ctx, customer)
      }
      if (isSweep) this.#sweeps.push(this.#sweep())
      await this.#endings.endSome()
      if (this.#endings.killed - printed >= 100) {
        printed = this.#endings.killed
        console.log(`  … ${printed} killed, ${this.#changes()} changes acknowledged`)
      }
    }
  }

  /** Verifies and prints. */
  async report(killedMs: number): Promise<void> {
    const customers = this.#customers
    const violations = this.#violations
    await Promise.all(this.#sweeps)
    for (const { uploader } of customers) await uploader.signIn()
    await waitForExports(customers, violations)
    const { workers, counts, killed } = this.#endings
    const delivered = await verifyDeliveries(customers, this.#due, this.#surroundings, workers, violations)
    const changed = await verifyChanges(this.#ctx, customers, violations)
    const uploaders = customers.map(({ uploader }) => uploader)
    const uploaded = await verifyUploads(this.#ctx, this.#fleet.origin, uploaders, violations)
    const total = (of: (customer: FleetCustomer) => number) =>
      customers.reduce((sum, customer) => sum + of(customer), 0)
    const changes = (kind: keyof FleetCustomer['changes']) => total(each => each.changes[kind])
    if (changes('upload') < killed / 10) violations.push('too few files were acknowledged to prove anything')
    console.log(`  killed             ${counts.web} web processes, ${counts.worker} workers, ${counts.whileStarting} of all while starting; ${counts.inOrder} more ended in order; ${(killedMs / 1000).toFixed(0)} s
  customers          ${customers.length}, ${total(each => Number(each.isBusiness))} of them businesses
  uploads            ${changes('upload')} files, ${(total(({ uploader }) => uploader.acknowledged.reduce((sum, { size }) => sum + size, 0)) / 1e6).toFixed(0)} MB; ${total(({ uploader }) => uploader.interrupted + uploader.repeated)} requests unanswered, ${total(({ uploader }) => uploader.brokenOff)} broken off, ${total(({ uploader }) => uploader.resumed)} resumed after their first byte
  deletions          ${changes('delete')} calls; ${total(each => each.filesIn('bin').length)} files in the bin, ${total(each => each.filesIn('erased').length)} erased
  albums             ${changes('album')} changes; ${total(each => each.albums.size)} albums with ${changed.albumPhotos} photos
  exports            ${changes('export')}, with ${changed.exportedFiles} files, read byte for byte
  orders             ${total(each => each.orders.size)} with ${changes('order')} versions; ${changes('reorder')} ordered again, ${delivered.baskets} baskets
  callbacks          ${delivered.callbacks} events, ${delivered.callbacksAgain} delivered again with the same id
  mails              ${delivered.mails} of exports, ${delivered.mailsAgain} again; ${delivered.reminders} reminders of ${this.#due.size} due, none again
  orphans swept      ${uploaded.orphans} at the end; ${this.#sweeps.length} sweeps meanwhile`)
  }

  async #runClient(index: number, passwordHash: string): Promise<void> {
    const random = seededRandom(this.#seed + 1000 + index)
    const next = await pictureGenerator(random, PICTURE_MAX)
    while (!this.#finishing) {
      const customer = await this.#createCustomer(passwordHash, next, random)
      try {
        await customer.start()
        const changes = CHANGES.min + random.below(CHANGES.max - CHANGES.min)
        const exportAt = 3 + random.below(changes - 3)
        for (let i = 0; i < changes && !this.#finishing; i++) {
          await wait(random.below(PAUSE_MS))
          if (i === exportAt) await customer.requestExport()
          else await customer.change()
        }
        await customer.requestExport()
        this.#left.push(customer)
      } catch (error) {
        this.#violations.push(`${customer.email}: ${error instanceof Error ? error.stack : error}`)
        return
      }
    }
  }

  async #createCustomer(
    passwordHash: string,
    next: ConstructorParameters<typeof FleetCustomer>[0]['next'],
    random: ReturnType<typeof seededRandom>,
  ): Promise<FleetCustomer> {
    const isBusiness = random.chance(0.4)
    const email = `${randomUUID()}@keepsake.test`
    const accountId = await change(this.#ctx, tx =>
      createAccount(tx, {
        email,
        brandId: 'keepsake-gb',
        locale: 'en-GB',
        registeredAt: this.#ctx.clock.now(),
        passwordHash,
        ...(isBusiness && { businessStatus: 'Active' as const }),
      }),
    )
    const { serviceToken, receiver } = this.#surroundings
    const customer = new FleetCustomer({
      accountId: accountId!,
      email,
      isBusiness,
      origin: this.#fleet.origin,
      next,
      random,
      violations: this.#violations,
      serviceToken,
      receiver: receiver.origin,
    })
    this.#customers.push(customer)
    return customer
  }

  #changes(): number {
    return this.#customers.reduce(
      (sum, { changes }) => sum + Object.values(changes).reduce((all, each) => all + each, 0),
      0,
    )
  }

  async #waitForChanges(): Promise<void> {
    const [before, at] = [this.#changes(), performance.now()]
    for (;;) {
      await wait(50)
      const passed = performance.now() - at
      const isEnough = this.#changes() >= before + CHANGES_BETWEEN && passed > BETWEEN_MS.min
      if (isEnough || passed > BETWEEN_MS.max) return
    }
  }

  async #sweep(): Promise<void> {
    const code = await runCommand(['blobs', 'sweep'], this.#fleet.env)
    if (code !== 0) this.#violations.push(`keepsake blobs sweep ended with ${code}`)
  }
}

const blobsOf = ({ env }: Fleet) =>
  env.S3_BUCKET ? `bucket ${env.S3_BUCKET}` : 'a shared folder (no S3_ENDPOINT)'
