import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Mailbox, openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { createAuthenticate, jobs as declaredJobs, domains, jobKinds, listeners } from '../app.ts'
import type { Context } from '../context.ts'
import { change } from '../context.ts'
import { createAccount, createSharedRequestCounts } from '../domains/identity/index.ts'
import { createDeviceCookie } from '../domains/identity/testing/device-cookie.ts'
import { createSession } from '../domains/identity/testing/session.ts'
import { claimBlobStore } from '../domains/photos/index.ts'
import { type App, createApp } from '../http/app.ts'
import { migrateDatabase } from '../migrate-database.ts'
import { addMetrics } from '../open-context.ts'
import { measureBlobs } from '../platform/blobs/blob-metrics.ts'
import type { Blobs } from '../platform/blobs/blobs.ts'
import { createFolderBlobs } from '../platform/blobs/folder-blobs.ts'
import { createManualClock } from '../platform/clock/clock.testing.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import {
  createDatabaseLimits,
  type DatabaseLimits,
  type DatabaseLocation,
  openDatabase,
} from '../platform/db/database.ts'
import { createEvents } from '../platform/events/events.ts'
import { createImages, type ImagesOptions } from '../platform/images/index.ts'
import { openJobs } from '../platform/jobs/pg-boss-jobs.ts'
import { createLog, type Log } from '../platform/log/log.ts'
import { createSmtpMail } from '../platform/mail/smtp-mail.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createLocalPush } from '../platform/push/local-push.ts'
import { createNotifyPush } from '../platform/push/notify-push.ts'
import { createRetailer } from '../platform/retailer/retailer.ts'
import { createSigner } from '../platform/signing/signing.ts'
import { type LimitsByClass, type StatementLimits, TIME_LIMITS } from '../platform/time-limits.ts'
import { openTracing } from '../platform/tracing/tracing.ts'
import type { Schema } from '../schema.ts'
import { answerCheck } from './answer-check.ts'
import { Client } from './client.ts'
import { countWork } from './count-work.ts'
import { checkStatements } from './distribution/check-statements.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { hashTestPassword } from './password-hash.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export const PASSWORD = 'a-password-for-tests'

export interface TestServer {
  ctx: Context
  app: App
  origin: string
  clock: ReturnType<typeof createManualClock>
  /** Receives all mails. */
  mailbox: Mailbox
  /** Creates a customer with a session. */
  customer(options?: { business?: boolean }): Promise<Client>
  /** Starts another session of a customer, whose calls go to the server and to `others` round-robin. */
  signIn(
    customer: { accountId: string; email: string; business?: boolean },
    others?: readonly App[],
  ): Promise<Client>
  /** Resolves when no job is queued or running. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Database, files and signing secret that outlive a server or are shared by several servers, also of other processes. */
export interface ServerStorage {
  folder: string
  location: DatabaseLocation
  secret: string
}

export interface TestStorage extends ServerStorage {
  /** Removes all data; its servers must be closed before. */
  remove(): Promise<void>
}

/**
 * Creates a folder with all data of a server, including a migrated embedded database on disk. Several servers need
 * PostgreSQL.
 */
export async function createTestStorage(): Promise<TestStorage> {
  const opened = new AsyncDisposableStack()
  const folder = await createTemporaryFolder(opened)
  const database = join(folder, 'database')
  const location = process.env.TEST_DATABASE_URL
    ? await createFreshDatabase(opened)
    : { folder: database, template: process.env.TEST_DATABASE_TEMPLATE }
  if ('folder' in location) copyEmbeddedTemplate(database)
  if ('url' in location) await migrateLocation(location)
  return { folder, location, secret: randomUUID().repeat(2), remove: () => opened.disposeAsync() }
}

/** Creates an embedded database with empty tables in a folder, a copy of TEST_DATABASE_FOLDER. */
export function copyEmbeddedTemplate(folder: string): void {
  const { TEST_DATABASE_FOLDER: template } = process.env
  // Synchronous: the asynchronous copy of many small files takes three times the CPU.
  if (template) cpSync(template, folder, { recursive: true })
}

/** Migrates like `keepsake migrate`. */
async function migrateLocation(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase<Schema>(location)
  await migrateDatabase(database, createLog({ level: 'fatal' }))
  await database.close()
}

/**
 * Starts the whole server with its real parts: the embedded database in memory, or a fresh database on
 * TEST_DATABASE_URL; blobs in a folder that `close` removes; mails over SMTP into a mailbox. The clock starts at the
 * current time and changes only when a test sets it.
 */
export async function testServer(
  options: {
    config?: Partial<Config>
    work?: boolean
    storage?: ServerStorage
    log?: Log
    databaseBeatMs?: number
    /** Those of production times ten by default, because the machine may be busy. */
    databaseLimits?: DatabaseLimits
    secret?: string
    /** Closed by the caller. */
    blobs?: Blobs
    heic?: ImagesOptions['heic']
    /** Closed by the caller. */
    outbound?: Outbound
    random?: () => number
  } = {},
): Promise<TestServer> {
  countWork('test servers')
  const opened = new AsyncDisposableStack()
  const folder = options.storage?.folder ?? (await createTemporaryFolder(opened))
  const location = options.storage?.location ?? (await createFreshDatabase(opened))
  const config: Config = {
    ...readConfig({
      DATA_DIR: folder,
      LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
      CHECK_ANSWERS: 'true',
      PORT: '0',
      // No reserve, because tests run on machines with little free space.
      DISK_RESERVE_PERCENT: '0',
    }),
    // All calls of a test are in one minute of its clock.
    requestsPerMinute: 10_000,
    ...options.config,
  }
  const clock = createManualClock(new Date())
  const log = options.log ?? createLog({ level: config.logLevel })
  const metrics = createMetrics(log)
  const tracing = await openTracing(config.tracing, {
    process: { role: 'all', build: config.build },
    log,
    clock,
  })
  opened.defer(() => tracing?.close())
  const database = await openDatabase<Schema>(location, {
    // A busy machine is not a database that has stopped answering.
    beatMs: options.databaseBeatMs ?? TIME_LIMITS.heartbeatMs * 10,
    metrics,
    limits: options.databaseLimits ?? createPatientLimits(location),
  })
  opened.defer(() => database.close())
  checkStatements(database.pool)
  await migrateDatabase(database, log)
  const random = options.random ?? Math.random
  const push = database.directUrl
    ? await createNotifyPush(database.directUrl, log, { random })
    : createLocalPush()
  opened.defer(() => push.close())
  const mailbox = await openMailbox({ dir: await mkdtemp(join(folder, 'mailbox-')) })
  opened.defer(() => mailbox.close())
  const mail = createSmtpMail(mailbox.smtpUrl)
  opened.defer(() => mail.close())
  const images = createImages({ tempDir: folder, log, heic: options.heic })
  opened.defer(() => images.close())
  const store =
    options.blobs ?? createFolderBlobs(join(folder, 'blobs'), { reservePercent: config.diskReservePercent })
  if (!options.blobs) opened.defer(() => store.close())
  const blobs = measureBlobs(store, metrics)
  const outbound = options.outbound ?? createOutbound({ allowedOrigins: config.callbackOrigins })
  if (!options.outbound) opened.defer(() => outbound.close())
  // Tests start periodic jobs themselves: by the machine's clock they would run in any test that meets a full minute.
  const jobs = await openJobs(database, jobKinds, log, { runsSchedules: false, metrics, tracing })
  opened.defer(() => jobs.close())
  const signer = createSigner(options.secret ?? options.storage?.secret ?? randomUUID().repeat(2))
  const ctx: Context = {
    config,
    log,
    metrics,
    tracing,
    clock,
    random,
    db: database.db,
    databaseHealth: database.health,
    blobs,
    jobs,
    events: createEvents(),
    push,
    mail,
    images,
    signer,
    retailer: createRetailer(config.retailer, log),
    outbound,
  }
  ctx.events.listen(ctx, listeners)
  addMetrics(ctx, domains)
  await claimBlobStore(ctx)
  if (options.work ?? true) await jobs.work(ctx, declaredJobs)
  const { app, origin } = await listen(ctx)
  config.port = Number(new URL(origin).port)
  opened.defer(() => app.close())
  const passwordHash = await hashTestPassword(PASSWORD)
  const signIn: TestServer['signIn'] = async ({ accountId, email, business = false }, others = []) => {
    const token = await createSession(ctx, origin, { accountId, email, business })
    return new Client(origin, accountId, email, token, [app, ...others])
  }
  const server: TestServer = {
    ctx,
    app,
    origin,
    clock,
    mailbox,
    async customer({ business = false } = {}) {
      const email = `${randomUUID()}@keepsake.test`
      const accountId = await change(ctx, tx =>
        createAccount(tx, {
          email,
          brandId: 'keepsake-gb',
          locale: 'en-GB',
          registeredAt: clock.now(),
          passwordHash,
          ...(business ? { businessStatus: 'Active' as const } : {}),
        }),
      )
      Client.rememberDevice(accountId!, createDeviceCookie(ctx, 'keepsake', email))
      return signIn({ accountId: accountId!, email, business })
    },
    signIn,
    idle: () => jobs.idle(),
    async close() {
      await opened.disposeAsync()
      release(server, ctx, app)
    },
  }
  return server
}

/**
 * Empties a closed server. The modules of test files stay loaded, and what they name would keep eight megabytes of each server
 * in memory, which every garbage collection visits again.
 */
function release(server: TestServer, ...parts: object[]): void {
  for (const part of parts) for (const key of Object.keys(part)) Reflect.deleteProperty(part, key)
  for (const key of ['ctx', 'app', 'customer', 'signIn', 'idle']) Reflect.deleteProperty(server, key)
  server.close = async () => {}
}

function createPatientLimits(location: DatabaseLocation): DatabaseLimits {
  const { byClass, poolWaitMs, ...limits } = createDatabaseLimits(location, 'read')
  const multiply = (each: StatementLimits): StatementLimits => ({
    ...each,
    statementMs: each.statementMs * 10,
    lockMs: each.lockMs * 10,
    // As in a worker, whose sessions have the limits of jobs.
    appliesToSingleStatements: false,
  })
  return {
    ...limits,
    byClass: Object.fromEntries(
      Object.entries(byClass).map(([name, each]) => [name, multiply(each)]),
    ) as LimitsByClass,
    poolWaitMs: poolWaitMs * 10,
  }
}

/**
 * Starts a second web process on the database of a server, with its own access to the blobs; both run in this process.
 * Signed-in customers of either are known to both.
 */
export async function startSecondServer(first: TestServer, blobs: Blobs, config: Partial<Config> = {}) {
  const ctx: Context = { ...first.ctx, blobs, config: { ...first.ctx.config, ...config } }
  const { app, origin } = await listen(ctx)
  return { ctx, app, origin, close: () => app.close() }
}

/** Serves all domains on a free port. */
async function listen(ctx: Context): Promise<{ app: App; origin: string }> {
  const app = await createApp(
    ctx,
    [answerCheck, ...domains],
    createAuthenticate(ctx),
    createSharedRequestCounts(ctx),
  )
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  return { app, origin: `http://localhost:${(app.http.server.address() as AddressInfo).port}` }
}
