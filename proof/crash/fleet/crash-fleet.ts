import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, change } from '#server/context.ts'
import { runRetentionJob } from '#server/domains/retention/job-kinds.ts'
import { withContext } from '#server/serve.ts'
import { createRandom } from '#server/testing/random.ts'
import { isInstalled } from '../../fleet/balancer.ts'
import { type Fleet, startFleet } from '../../fleet/fleet.ts'
import { runCommand } from '../../fleet/process.ts'
import { makeReminderDue } from '../make-reminder-due.ts'
import { ProcessTerminator } from '../process-terminator.ts'
import { CLIENTS, Clients } from './clients.ts'
import type { FleetCustomer } from './customer.ts'
import { type ExternalSystems, startExternalSystems } from './external-systems.ts'
import { verifyFleet, waitForExports } from './verify.ts'
import { verifyDeliveries } from './verify-deliveries.ts'

const WEB = 3
const WORKERS = 2
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
  const externalSystems = await startExternalSystems(resources)
  const fleet = await startFleet(
    {
      web: WEB,
      workers: WORKERS,
      balancers: ['haproxy'],
      env: { ...externalSystems.env, RATE_LIMITS: 'false', DRAIN_PAUSE_SECONDS: '0.5' },
    },
    resources,
  )
  console.log(`  ${WEB} web processes, ${WORKERS} workers, ${CLIENTS} clients, ${describeBlobs(fleet)}`)
  await withContext({ ...process.env, ...fleet.env }, async ctx => {
    const { receiver, serviceToken } = externalSystems
    const options = { ctx, origin: fleet.origin, serviceToken, receiver: receiver.origin, seed, violations }
    const clients = new Clients(options)
    const terminator = new ProcessTerminator(fleet.processes(), seed, violations)
    const run = {
      ctx,
      fleet,
      externalSystems,
      clients,
      terminator,
      violations,
      reminderCustomers: new Set<FleetCustomer>(),
    }
    const working = clients.run()
    const sweeps = await killProcesses(run, kills, seed)
    const killedMs = performance.now() - started
    await fleet.waitUntilReady()
    clients.finish()
    await working
    await report(run, sweeps, killedMs)
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

interface FleetRun {
  ctx: Context
  fleet: Fleet
  externalSystems: ExternalSystems
  clients: Clients
  terminator: ProcessTerminator
  violations: string[]
  /** Customers who were made due for a reminder. */
  reminderCustomers: Set<FleetCustomer>
}

/**
 * Ends processes until the given number is killed, while reminders become due and blobs are swept. Returns the number of
 * sweeps.
 */
async function killProcesses(
  { ctx, fleet, clients, terminator, violations, reminderCustomers }: FleetRun,
  kills: number,
  seed: number,
): Promise<number> {
  const sweeps: Promise<void>[] = []
  const random = createRandom(seed + 500)
  let printedAt = 0
  while (terminator.killed < kills) {
    await waitForChanges(clients)
    await wait(random.integer(500))
    const [isReminder, isSweep] = [random.chance(0.3), random.chance(0.05)]
    const customer = clients.finishedCustomers.find(
      each => !reminderCustomers.has(each) && each.listFiles('library').length > 0,
    )
    if (isReminder && customer) {
      reminderCustomers.add(customer)
      await change(ctx, async tx => {
        await makeReminderDue(tx, customer.accountId, ctx.clock.now())
        await ctx.jobs.send(tx, runRetentionJob, [{}])
      })
    }
    if (isSweep) sweeps.push(sweep(fleet, violations))
    await terminator.terminateSome()
    if (terminator.killed - printedAt >= 100) {
      printedAt = terminator.killed
      console.log(`  … ${printedAt} killed, ${clients.changes} changes acknowledged`)
    }
  }
  await Promise.all(sweeps)
  return sweeps.length
}

/** Verifies the results and prints them. */
async function report(
  { ctx, fleet, externalSystems, clients, terminator, violations, reminderCustomers }: FleetRun,
  sweeps: number,
  killedMs: number,
): Promise<void> {
  const { customers } = clients
  await waitForExports(customers, violations)
  const { workerEnds, counts, killed: killedCount } = terminator
  const deliveries = await verifyDeliveries(
    customers,
    reminderCustomers,
    externalSystems,
    workerEnds,
    violations,
  )
  const verified = await verifyFleet(ctx, fleet.origin, customers, violations)
  const sumCustomers = (getValue: (customer: FleetCustomer) => number) => clients.sum(getValue)
  const countChanges = (kind: keyof FleetCustomer['changes']) => sumCustomers(each => each.changes[kind])
  if (countChanges('upload') < killedCount / 10)
    violations.push('too few files were acknowledged to prove anything')
  console.log(`  killed             ${counts.web} web processes, ${counts.worker} workers, ${counts.whileStarting} of all while starting; ${counts.inOrder} more ended in order; ${(killedMs / 1000).toFixed(0)} s
  customers          ${customers.length}, ${sumCustomers(each => Number(each.isBusiness))} of them businesses
  uploads            ${countChanges('upload')} files, ${(sumCustomers(({ uploader }) => uploader.acknowledged.reduce((sum, { size }) => sum + size, 0)) / 1e6).toFixed(0)} MB; ${sumCustomers(({ uploader }) => uploader.interrupted + uploader.repeated)} requests unanswered, ${sumCustomers(({ uploader }) => uploader.brokenOff)} broken off, ${sumCustomers(({ uploader }) => uploader.resumed)} resumed after their first byte
  deletions          ${countChanges('delete')} calls; ${sumCustomers(each => each.listFiles('bin').length)} files in the bin, ${sumCustomers(each => each.listFiles('erased').length)} erased
  albums             ${countChanges('album')} changes; ${sumCustomers(each => each.albums.size)} albums with ${verified.albumPhotos} photos
  exports            ${countChanges('export')}, with ${verified.exportedFiles} files, read byte for byte
  orders             ${sumCustomers(each => each.orders.size)} with ${countChanges('order')} versions; ${countChanges('reorder')} ordered again, ${deliveries.baskets} baskets
  callbacks          ${deliveries.callbacks} events, ${deliveries.callbacksAgain} delivered again with the same id
  mails              ${deliveries.mails} of exports, ${deliveries.mailsAgain} again; ${deliveries.reminders} reminders of ${reminderCustomers.size} due, none again
  orphans swept      ${verified.orphans} at the end; ${sweeps} sweeps meanwhile`)
}

async function waitForChanges(clients: Clients): Promise<void> {
  const [before, at] = [clients.changes, performance.now()]
  for (;;) {
    await wait(50)
    const passed = performance.now() - at
    const isEnough = clients.changes >= before + CHANGES_BETWEEN && passed > BETWEEN_MS.min
    if (isEnough || passed > BETWEEN_MS.max) return
  }
}

async function sweep({ env }: Fleet, violations: string[]): Promise<void> {
  await runCommand(['blobs', 'sweep'], env).catch(error => violations.push(error.message))
}

const describeBlobs = ({ env }: Fleet) =>
  env.S3_BUCKET ? `bucket ${env.S3_BUCKET}` : 'a shared folder (no S3_ENDPOINT)'
