import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Context, change } from '#server/context.ts'
import {
  computePeriod,
  createCustomer,
  findCustomer,
  findTimeZone,
  toRetentionFacts,
} from '#server/domains/customers/index.ts'
import { mailStatusJob } from '#server/domains/customers/job-kinds.ts'
import { runRetentionJob } from '#server/domains/retention/job-kinds.ts'
import { uploadBuffer } from '#server/domains/uploads/index.ts'
import { createManualClock } from '#server/platform/clock/clock.ts'
import { heic, jpeg } from '#server/testing/pictures.ts'
import type { Deployment } from './deployment.ts'
import { writeBackups } from './node-exporter.ts'

export interface Fault {
  name: string
  /** Alerts that must fire. */
  expected: readonly string[]
  /** Further alerts that may fire. */
  allowed?: readonly string[]
  cause(deployment: Deployment, ctx: Context): Promise<void>
  end(deployment: Deployment, ctx: Context): Promise<void>
}

const doNothing = async () => undefined
const DAY_MS = 86_400_000

/** The faults of the table in docs/monitoring. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'killed process: the worker gets SIGKILL',
    expected: ['KeepsakeProcessDown'],
    cause: ({ worker }) => worker.kill(),
    end: ({ worker }) => worker.start(),
  },
  {
    name: 'silent database: connections stay open and nothing is answered',
    expected: ['KeepsakeDatabaseUnavailable', 'KeepsakeNoProcessReady'],
    cause: async ({ database }) => database.stall(),
    end: async ({ database }) => database.resume(),
  },
  {
    name: 'stopped balancer: nothing listens at the ports of the edge',
    expected: ['KeepsakeEdgeDown'],
    cause: ({ balancer }) => balancer.stop(),
    end: ({ balancer }) => balancer.start(),
  },
  {
    name: 'silent S3: connections stay open and nothing is answered',
    expected: ['KeepsakeBlobsUnavailable'],
    cause: async ({ s3 }) => s3.stall(),
    end: async ({ s3 }) => s3.resume(),
  },
  {
    name: 'full disk: the disk of the blobs has less room than the reserve',
    expected: ['KeepsakeStorageFull', 'KeepsakeDiskFull'],
    allowed: ['KeepsakeStorageFilling', 'KeepsakeDiskFilling'],
    async cause({ diskFolder }) {
      const { bavail, bsize } = await statfs(diskFolder)
      await writeFile(join(diskFolder, 'ballast'), Buffer.alloc(bavail * bsize - 8 * 1024 * 1024))
    },
    end: ({ diskFolder }) => rm(join(diskFolder, 'ballast')),
  },
  {
    name: 'held retention: one of few customers of a brand would lose photos',
    expected: ['KeepsakeRetentionHeld'],
    async cause(_deployment, ctx) {
      await createDueLibrary(ctx)
      await change(ctx, tx => ctx.jobs.send(tx, runRetentionJob, [{}]))
    },
    end: async (_deployment, ctx) => {
      await ctx.db.deleteFrom('retention_guards').execute()
    },
  },
  {
    name: 'stuck queue: a forgotten transaction locks a table that sending mails needs',
    expected: ['KeepsakeQueueStuck'],
    async cause({ env }, ctx) {
      locker = new pg.Client({ connectionString: env.DATABASE_URL })
      await locker.connect()
      await locker.query('begin; lock table sent_mails in access exclusive mode')
      await sendMails(ctx, 3)
    },
    async end() {
      await locker?.end()
    },
  },
  {
    name: 'dead mail server: it refuses connections',
    expected: ['KeepsakeMailsFailing'],
    async cause({ mail }, ctx) {
      await mail.stop()
      await sendMails(ctx, 1)
    },
    end: ({ mail }) => mail.start(),
  },
  {
    name: 'blocked periodic job: a forgotten transaction locks the table of reminders',
    expected: ['KeepsakeJobNotRun'],
    allowed: ['KeepsakeQueueStuck'],
    async cause({ env }) {
      locker = new pg.Client({ connectionString: env.DATABASE_URL })
      await locker.connect()
      await locker.query('begin; lock table retention_notices in access exclusive mode')
    },
    async end() {
      await locker?.end()
    },
  },
  {
    name: 'old backups: the log has not arrived for an hour, and the base backup is two days old',
    expected: ['KeepsakeBackupOld', 'KeepsakeWalOld'],
    cause: ({ backupFolder }) => writeBackups(backupFolder, { baseAgeMs: 2 * DAY_MS, walAgeMs: 3_600_000 }),
    end: ({ backupFolder }) => writeBackups(backupFolder),
  },
  {
    name: 'poisoned file: a HEIC of 4 kB whose header says 17,000 × 17,000 pixels',
    expected: ['KeepsakePhotosCannotBeShown'],
    async cause(_deployment, ctx) {
      await uploadBuffer(ctx, await createBusiness(ctx), 'poisoned.heic', await createHugeHeic())
    },
    end: doNothing,
  },
  {
    // The last one: the rates of its budget fall over a quarter of an hour.
    name: 'failing sign-ins: the database is silent while customers sign in',
    expected: ['KeepsakeErrorsBurnBudget', 'KeepsakeErrorsUseBudget'],
    allowed: [
      'KeepsakeDatabaseUnavailable',
      'KeepsakeNoProcessReady',
      'KeepsakeRequestsFailing',
      'KeepsakeLatencyBurnsBudget',
      'KeepsakeLatencyUsesBudget',
    ],
    async cause({ database, webOrigin }) {
      await signIn(webOrigin, 5)
      // A rise needs a scrape that has the route already.
      await wait(20_000)
      database.stall()
      for (let round = 0; round < 3; round++) await signIn(webOrigin, 20)
    },
    end: async ({ database }) => database.resume(),
  },
]

let locker: pg.Client | undefined

/** Has customers start to sign in at the same time, at the process itself: the balancer answers failures in its place. */
async function signIn(origin: string, customers: number): Promise<void> {
  const start = async () => (await fetch(`${origin}/identity/auth?client_id=nobody`)).text()
  await Promise.all(Array.from({ length: customers }, start))
}

const createBusiness = (ctx: Context) => createBusinessSince(ctx, ctx.clock.now())

async function createBusinessSince(ctx: Context, registeredAt: Date): Promise<string> {
  const email = `${randomUUID()}@keepsake.test`
  const accountId = await change(ctx, tx =>
    createCustomer(tx, {
      email,
      brandId: 'keepsake-gb',
      locale: 'en-GB',
      registeredAt,
      businessStatus: 'Active',
    }),
  )
  return accountId!
}

/** Sends jobs that mail a business that it was activated. */
async function sendMails(ctx: Context, count: number): Promise<void> {
  const accountId = await createBusiness(ctx)
  const payloads = Array.from({ length: count }, () => ({ accountId, status: 'Active' as const }))
  await change(ctx, tx => ctx.jobs.send(tx, mailStatusJob, payloads))
}

/** Creates a library whose deletion date has come, with the reminder that has to precede it. */
async function createDueLibrary(ctx: Context): Promise<void> {
  const registered = new Date(ctx.clock.now().getTime() - 560 * DAY_MS)
  const earlierContext: Context = { ...ctx, clock: createManualClock(registered) }
  const accountId = await createBusinessSince(earlierContext, registered)
  await uploadBuffer(earlierContext, accountId, 'old.jpg', await jpeg())
  const customer = (await findCustomer(ctx.db, accountId))!
  const { deletion } = computePeriod(toRetentionFacts(customer), findTimeZone(customer.brand_id)!)
  const reminded = new Date(deletion.getTime() - 30 * DAY_MS)
  await ctx.db
    .insertInto('retention_notices')
    .values({
      account_id: accountId,
      deadline: deletion,
      days_before: 30,
      state: 'sent',
      due_at: reminded,
      sent_at: reminded,
    })
    .execute()
}

/** Creates a HEIC that the decoder refuses by the sizes in its header: it would need gigabytes. */
async function createHugeHeic(): Promise<Buffer> {
  const file = await heic()
  for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 4)) {
    file.writeUInt32BE(17_000, at + 8)
    file.writeUInt32BE(17_000, at + 12)
  }
  file[file.indexOf('hvcC') + 4 + 16]! |= 3
  return file
}
