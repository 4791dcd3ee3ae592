import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { uploadBuffer } from '#sandbox/demo/upload-buffer.ts'
import { type Context, change } from '#server/context.ts'
import { confirmHeldSweep } from '#server/domains/photos/blob-sweep/command.ts'
import { enqueueDeletion } from '#server/domains/projects/erasure.ts'
import { runRetentionJob } from '#server/domains/retention/job-kinds.ts'
import { countOriginalReads } from '#server/domains/services/index.ts'
import { createServiceToken } from '#server/domains/services/tokens/command.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { runCommand } from '../fleet/process.ts'
import {
  BALLAST,
  fillDisk,
  lockTable,
  releaseLock,
  signIn,
  skipRetries,
  startCrowd,
  starve,
} from './causes.ts'
import {
  createBusiness,
  createDueLibrary,
  createHugeHeic,
  exportLostOriginal,
  sendMails,
} from './customers.ts'
import type { Deployment } from './deployment.ts'
import { writeBackups, writeRestoreDrill } from './node-exporter.ts'
import { createOrphanBlobs } from './orphans.ts'

export interface Fault {
  name: string
  /** Alerts that must fire. */
  expected: readonly string[]
  /** Further alerts that may fire. */
  allowed?: readonly string[]
  /** Its alerts are on a rise within an hour or more, so that they fire on when it has ended. Later faults go beside them. */
  lingers?: true
  cause(deployment: Deployment, ctx: Context): Promise<void>
  end(deployment: Deployment, ctx: Context): Promise<void>
}

const doNothing = async () => undefined
const startRetention = (ctx: Context) => change(ctx, tx => ctx.jobs.send(tx, runRetentionJob, [{}]))

/** Locks a table until the fault ends, and then does what needs it. */
const lockDuring = (table: string, work: (ctx: Context) => Promise<unknown> = doNothing) => ({
  async cause({ env }: Deployment, ctx: Context) {
    await lockTable(env, table)
    await work(ctx)
  },
  end: releaseLock,
})

const DAY_MS = 86_400_000
const DELETED_PROJECT = randomUUID()

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
    cause: ({ edge }) => edge.balancer.stop(),
    end: ({ edge }) => edge.balancer.start(),
  },
  {
    name: 'old certificate: ten days are left',
    expected: ['KeepsakeCertificateExpiring'],
    cause: ({ edge }) => edge.renewCertificate(10),
    end: ({ edge }) => edge.renewCertificate(),
  },
  {
    name: 'older certificate: a day is left',
    expected: ['KeepsakeCertificateExpiring', 'KeepsakeCertificateExpiringNow'],
    cause: ({ edge }) => edge.renewCertificate(1),
    end: ({ edge }) => edge.renewCertificate(),
  },
  {
    name: 'stopped exporter: blackbox_exporter has ended',
    expected: ['KeepsakeExporterDown'],
    cause: ({ edge }) => edge.exporter.stop(),
    end: ({ edge }) => edge.exporter.start(),
  },
  {
    name: 'starved process: five of six seconds without a processor',
    expected: ['KeepsakeEventLoopSlow'],
    cause: async ({ signalDiskProcess }) => {
      starving = starve(signalDiskProcess)
    },
    end: async () => starving?.[Symbol.asyncDispose](),
  },
  {
    name: 'silent S3: connections stay open and nothing is answered while a photo waits for its pictures',
    expected: ['KeepsakeBlobsUnavailable', 'KeepsakeIngestSlow'],
    allowed: ['KeepsakeJobsFailing', 'KeepsakeQueueStuck'],
    async cause({ s3 }, ctx) {
      s3.stall()
      await uploadBuffer(ctx, await createBusiness(ctx), 'waiting.jpg', await jpeg())
    },
    end: async ({ s3 }) => s3.resume(),
  },
  {
    name: 'filling disk: the disk of the blobs has less room than twice the reserve',
    expected: ['KeepsakeStorageFilling', 'KeepsakeDiskFilling'],
    cause: ({ diskFolder }) => fillDisk(diskFolder, 48),
    end: ({ diskFolder }) => rm(join(diskFolder, BALLAST)),
  },
  {
    name: 'full disk: the disk of the blobs has less room than the reserve',
    expected: ['KeepsakeStorageFull', 'KeepsakeDiskFull'],
    allowed: ['KeepsakeStorageFilling', 'KeepsakeDiskFilling'],
    cause: ({ diskFolder }) => fillDisk(diskFolder, 8),
    end: ({ diskFolder }) => rm(join(diskFolder, BALLAST)),
  },
  {
    name: 'failed retention: a forgotten transaction locks the table of reminders that a run reads',
    expected: ['KeepsakeRetentionFailed'],
    allowed: ['KeepsakeQueueStuck', 'KeepsakeJobNotRun'],
    lingers: true,
    ...lockDuring('retention_notices', startRetention),
  },
  {
    name: 'held retention: one of few customers of a brand would lose photos',
    expected: ['KeepsakeRetentionHeld'],
    async cause(_deployment, ctx) {
      await createDueLibrary(ctx)
      await startRetention(ctx)
    },
    end: async (_deployment, ctx) => {
      await ctx.db.deleteFrom('retention_guards').execute()
    },
  },
  {
    name: 'stuck queue: a forgotten transaction locks a table that sending mails needs',
    expected: ['KeepsakeQueueStuck'],
    ...lockDuring('sent_mails', ctx => sendMails(ctx, 3)),
  },
  {
    name: 'dead mail server: it refuses connections',
    expected: ['KeepsakeMailsFailing', 'KeepsakeJobsFailing'],
    async cause({ mail }, ctx) {
      await mail.stop()
      await sendMails(ctx, 20)
    },
    end: ({ mail }) => mail.start(),
  },
  {
    name: 'mail server dead for half a day: a mail has its last retry',
    expected: ['KeepsakeJobsDead'],
    allowed: ['KeepsakeMailsFailing', 'KeepsakeJobsFailing'],
    async cause({ mail }, ctx) {
      await mail.stop()
      await sendMails(ctx, 1)
      await skipRetries(ctx)
    },
    async end({ mail }, ctx) {
      await mail.start()
      await ctx.jobs.retryDeadLetters()
    },
  },
  {
    name: 'lost mailboxes: the mail server refuses the addresses of 40 mails for ever',
    expected: ['KeepsakeMailsBouncing'],
    lingers: true,
    cause: (_deployment, ctx) => sendMails(ctx, 40, { emailPrefix: 'no-mailbox-' }),
    end: doNothing,
  },
  {
    name: 'dead retailer: it refuses connections while a deleted project waits to be told',
    expected: ['KeepsakeRetailerOutboxLate'],
    async cause({ retailer }, ctx) {
      await retailer.stop()
      await change(ctx, tx => enqueueDeletion(ctx, tx, { project_id: DELETED_PROJECT, account_id: '' }))
    },
    async end({ retailer, env }) {
      await retailer.start()
      await runCommand(['retailer-outbox', 'retry', DELETED_PROJECT], env)
    },
  },
  {
    name: 'leaked token: a service reads the originals of many customers on one day',
    expected: ['KeepsakeOriginalReadsUnusual'],
    cause: (_deployment, ctx) =>
      countOriginalReads(ctx, { name: 'editor', tokenId: null, vendors: null, scopes: null }, 5_000),
    end: async (_deployment, ctx) => {
      await ctx.db.deleteFrom('service_reads').execute()
    },
  },
  {
    name: 'forgotten token: that of a service ends in two days',
    expected: ['KeepsakeServiceTokenEnding'],
    cause: async (_deployment, ctx) =>
      void (await createServiceToken(ctx, 'forgotten', { vendors: null, scopes: null, days: 2 })),
    end: async (_deployment, ctx) => {
      await ctx.db.deleteFrom('service_tokens').execute()
    },
  },
  {
    name: 'unreadable metrics: a forgotten transaction locks the table of messages to the retailer',
    expected: ['KeepsakeMetricsMissing'],
    allowed: ['KeepsakeJobNotRun', 'KeepsakeQueueStuck'],
    ...lockDuring('retailer_outbox'),
  },
  {
    name: 'lost original: the storage no longer has it when a zip is planned',
    expected: ['KeepsakeOriginalsUnreadable'],
    lingers: true,
    cause: (_deployment, ctx) => exportLostOriginal(ctx),
    end: doNothing,
  },
  {
    name: 'old database: after its restore blobs have no rows',
    expected: ['KeepsakeSweepHeld'],
    cause: ({ bucketFolder }, ctx) => createOrphanBlobs(ctx, bucketFolder),
    end: async (_deployment, ctx) => void (await confirmHeldSweep(ctx, 'operator')),
  },
  {
    name: 'blocked periodic job: a forgotten transaction locks the table of reminders',
    expected: ['KeepsakeJobNotRun'],
    allowed: ['KeepsakeQueueStuck'],
    ...lockDuring('retention_notices'),
  },
  {
    name: 'old backups: the log has not arrived for an hour, and the base backup is two days old',
    expected: ['KeepsakeBackupOld', 'KeepsakeWalOld'],
    cause: ({ backupFolder }) => writeBackups(backupFolder, { baseAgeMs: 2 * DAY_MS, walAgeMs: 3_600_000 }),
    end: ({ backupFolder }) => writeBackups(backupFolder),
  },
  {
    name: 'old restore drill: the last one that passed was nine days ago, and a later one has found a problem',
    expected: ['KeepsakeRestoreDrillFailed', 'KeepsakeRestoreDrillOld'],
    async cause({ backupFolder }) {
      await writeRestoreDrill(backupFolder, { ageMs: 9 * DAY_MS })
      await writeRestoreDrill(backupFolder, { problems: 1 })
    },
    end: ({ backupFolder }) => writeRestoreDrill(backupFolder),
  },
  {
    name: 'poisoned file: a HEIC of 4 kB whose header says 17,000 × 17,000 pixels',
    expected: ['KeepsakePhotosCannotBeShown'],
    lingers: true,
    async cause(_deployment, ctx) {
      await uploadBuffer(ctx, await createBusiness(ctx), 'poisoned.heic', await createHugeHeic())
    },
    end: doNothing,
  },
  {
    name: 'failing sign-ins: the database is silent while customers sign in',
    expected: [
      'KeepsakeErrorsBurnBudget',
      'KeepsakeErrorsUseBudget',
      'KeepsakeLatencyBurnsBudget',
      'KeepsakeLatencyUsesBudget',
    ],
    allowed: ['KeepsakeDatabaseUnavailable', 'KeepsakeNoProcessReady', 'KeepsakeRequestsFailing'],
    lingers: true,
    async cause({ database, webOrigin }) {
      await signIn(webOrigin, 5)
      // A rise needs a scrape that has the route already.
      await wait(20_000)
      database.stall()
      for (let round = 0; round < 3; round++) await signIn(webOrigin, 20)
    },
    end: async ({ database }) => database.resume(),
  },
  {
    name: 'busy database: a forgotten transaction locks a table that sign-ins need, and customers go on to sign in',
    expected: ['KeepsakeDatabaseBusy', 'KeepsakeRequestsFailing'],
    allowed: [
      // S3 runs in the process that has the crowd: on a busy machine it answers late.
      'KeepsakeBlobsUnavailable',
      'KeepsakeErrorsBurnBudget',
      'KeepsakeErrorsUseBudget',
      'KeepsakeLatencyBurnsBudget',
      'KeepsakeLatencyUsesBudget',
    ],
    async cause({ env, webOrigin }) {
      await lockTable(env, 'oidc_records')
      crowd = startCrowd(webOrigin, 60)
    },
    async end() {
      await releaseLock()
      await crowd?.[Symbol.asyncDispose]()
    },
  },
]

let starving: AsyncDisposable | undefined
let crowd: AsyncDisposable | undefined
