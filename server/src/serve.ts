import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { brands } from '#brands/index.ts'
import { createAuthenticate, jobs as declaredJobs, domains, jobKinds, listeners } from './app.ts'
import { checkStart } from './check-start.ts'
import { type BlobsClaim, claimBlobs } from './claim-blobs.ts'
import type { Context } from './context.ts'
import { checkSecret, claimSecret, createSharedRequestCounts } from './domains/identity/index.ts'
import { receiveBounces } from './domains/mails/index.ts'
import { claimBlobStore } from './domains/photos/index.ts'
import { startSftpServer } from './domains/sftp-access/index.ts'
import { createApp } from './http/app.ts'
import type { DrainOptions } from './http/draining.ts'
import { startManagementServer } from './http/management.ts'
import type { HttpModule } from './http/route.ts'
import { addMetrics } from './metrics.ts'
import { prepareDatabase } from './migrate-database.ts'
import { openBlobStore } from './open-blob-store.ts'
import { measureBlobs } from './platform/blobs/blob-metrics.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import { createClosedBlobs } from './platform/blobs/closed-blobs.ts'
import { systemClock } from './platform/clock/clock.ts'
import { type Config, getDataPaths, readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import type { Environment } from './platform/config/read-environment.ts'
import { startAutovacuum } from './platform/db/autovacuum.ts'
import { lockDataFolder } from './platform/db/data-lock.ts'
import { createDatabaseLimits, type OpenDatabase, openDatabase } from './platform/db/database.ts'
import { createEvents } from './platform/events/events.ts'
import { createImages } from './platform/images/index.ts'
import { openJobs } from './platform/jobs/pg-boss-jobs.ts'
import { createLog } from './platform/log/log.ts'
import { createSmtpMail } from './platform/mail/smtp-mail.ts'
import { createMetrics, describeProcess, type Metrics } from './platform/metrics/metrics.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createLocalPush } from './platform/push/local-push.ts'
import { createNotifyPush } from './platform/push/notify-push.ts'
import { createRetailer } from './platform/retailer/retailer.ts'
import { loadOrCreateSecrets } from './platform/signing/secret.ts'
import { createSigner, type Signer } from './platform/signing/signing.ts'
import type { StatementClass } from './platform/time-limits.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { reportIncompleteBrands } from './report-incomplete-brands.ts'
import type { Schema } from './schema.ts'
import { site } from './site/site.ts'
import { explainStartFailure } from './start-failure.ts'

export interface RunningServer {
  origin: string
  /** Port of health, readiness and metrics; null without a separate port. */
  managementPort: number | null
  ctx: Context
  /** Resolves with the reason when the process must stop, because the blobs belong to another database; else never. */
  failed: Promise<unknown>
  /** `isReplaced`: requests are accepted for a while (DRAIN_PAUSE_SECONDS), until the balancer uses other processes. */
  close(options?: { isReplaced: boolean }): Promise<void>
}

/**
 * Starts a process of the given role: config → context → app → listen. close() stops them in reverse order and lets
 * running requests and jobs finish (http/draining.ts). When the start fails midway, all that was opened is closed.
 * `modules` are served beside the domains and the web. Throws an error with a message of one line with the remedy
 * where the start cannot succeed (check-start.ts, start-failure.ts).
 */
export async function serve(
  env: Environment,
  args: { role?: string } = {},
  modules: readonly HttpModule[] = [],
): Promise<RunningServer> {
  const config = readConfig(env, args)
  const resources = new AsyncDisposableStack()
  try {
    await checkStart(config)
    const statementClass = config.role === 'worker' ? 'job' : 'read'
    const { ctx, store, openBlobs } = await openContext(config, resources, {
      verifySecret: claimSecret,
      statementClass,
    })
    const management = await startManagement(ctx, resources)
    const claim = await claimBlobs(ctx, store, openBlobs)
    const drain = { pauseMs: 0, deadlineMs: config.drain.deadlineMs }
    const origin = await listen(ctx, modules, resources, drain, claim)
    management.notReady = () => getBlobsNotReadyReason(claim)
    const close: RunningServer['close'] = ({ isReplaced } = { isReplaced: false }) => {
      management.notReady = () => 'this process is ending'
      if (isReplaced) drain.pauseMs = config.drain.pauseMs
      return resources.disposeAsync()
    }
    return { origin, managementPort: management.port, ctx, failed: claim.failed, close }
  } catch (error) {
    try {
      throw await explainStartFailure(error, config)
    } finally {
      await resources.disposeAsync()
    }
  }
}

/** Opens the context for a command, without a listener or a worker, and closes it afterwards. Returns the exit code. */
export async function withContext(
  env: Environment,
  work: (ctx: Context) => Promise<number>,
  { acceptsForeignBlobs = false, acceptsForeignSecret = false } = {},
): Promise<number> {
  await using resources = new AsyncDisposableStack()
  const config = readConfig(env)
  const verifySecret = acceptsForeignSecret ? async () => {} : checkSecret
  const options: ContextOptions = { verifySecret, statementClass: 'command' }
  const { ctx, store, openBlobs } = await openContext(config, resources, options).catch(async error => {
    throw await explainStartFailure(error, config)
  })
  if (!acceptsForeignBlobs) await claimBlobStore({ ...ctx, blobs: store })
  openBlobs()
  return await work(ctx)
}

interface OpenedContext {
  ctx: Context
  /** The blob store of `ctx`, which is closed until `openBlobs` is called. */
  store: Blobs
  openBlobs(): void
}

interface ContextOptions {
  /** Rejects when the database belongs to processes with another secret. */
  verifySecret: (ctx: Pick<Context, 'db' | 'signer'>) => Promise<void>
  statementClass: StatementClass
}

async function openContext(
  config: Config,
  resources: AsyncDisposableStack,
  { verifySecret, statementClass }: ContextOptions,
): Promise<OpenedContext> {
  const paths = getDataPaths(config.dataDir)
  const { role, build } = config
  const log = createLog({ level: config.logLevel, process: { role, build } })
  const metrics = createMetrics(log)
  // Closed after all that has spans.
  const tracing = await openTracing(config.tracing, { process: { role, build }, log, clock: systemClock })
  resources.defer(() => tracing?.close())
  await mkdir(paths.temp, { recursive: true })
  const database = await openConfiguredDatabase(config, resources, statementClass, metrics)
  if (database.engine === 'embedded') {
    const autovacuum = startAutovacuum(database.pool, systemClock, log)
    resources.defer(() => autovacuum.stop())
  }
  await prepareDatabase(database, config, log)
  const signer = await openSigner(config)
  // The embedded database has one process, which no other one has to agree with.
  if (database.engine !== 'embedded') await verifySecret({ db: database.db, signer })
  const store = measureBlobs(await openBlobStore(config), metrics)
  const { blobs, open: openBlobs } = createClosedBlobs(store)
  resources.defer(() => blobs.close())
  const { random } = Math
  const push = database.directUrl
    ? await createNotifyPush(database.directUrl, log, { random })
    : createLocalPush(log)
  resources.defer(() => push.close())
  const mail = createSmtpMail(config.smtpUrl ?? 'smtp://127.0.0.1:25')
  resources.defer(() => mail.close())
  const images = createImages({ tempDir: paths.temp, log })
  resources.defer(() => images.close())
  // Closed after the jobs, which use it.
  const outbound = createOutbound({ allowedOrigins: config.callbackOrigins })
  resources.defer(() => outbound.close())
  const jobs = await openJobs(database, jobKinds, log, { isWorker: shouldRunJobs(config), metrics, tracing })
  resources.defer(() => jobs.close())
  const ctx: Context = {
    config,
    log,
    metrics,
    tracing,
    clock: systemClock,
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
  describeProcess(metrics, { role, build })
  addMetrics(ctx, domains)
  return { ctx, store, openBlobs }
}

/**
 * Opens the database without migrating it; the embedded one after locking its folder. `resources` closes it.
 * `statementClass`: that of statements outside of requests and jobs.
 */
export async function openConfiguredDatabase(
  config: Pick<Config, 'dataDir' | 'postgres' | 'role'>,
  resources: AsyncDisposableStack,
  statementClass: StatementClass,
  metrics?: Metrics,
): Promise<OpenDatabase<Schema>> {
  const paths = getDataPaths(config.dataDir)
  if (!config.postgres) {
    if (config.role !== 'all')
      throw new ConfigError([
        { variable: 'DATABASE_URL', message: `is required for the role ${config.role}` },
      ])
    const lock = lockDataFolder(paths.lock)
    resources.defer(() => lock.release())
  }
  const location = config.postgres ?? { folder: paths.database }
  const limits = createDatabaseLimits(location, statementClass)
  const applicationName = `keepsake-${statementClass === 'command' ? 'command' : config.role}`
  const database = await openDatabase<Schema>(location, { applicationName, metrics, limits })
  resources.defer(() => database.close())
  return database
}

const shouldRunJobs = ({ role }: Config) => role === 'all' || role === 'worker'

/** Opens the signer with SECRET, or with the secrets of the data folder, where the first start creates one. */
export async function openSigner({
  secret,
  previousSecret,
  dataDir,
}: Pick<Config, 'secret' | 'previousSecret' | 'dataDir'>): Promise<Signer> {
  if (secret) return createSigner(secret, previousSecret)
  const { current, previous } = await loadOrCreateSecrets(getDataPaths(dataDir).secret)
  return createSigner(current, previous)
}

/** The management port and its readiness; `notReady` returns null while the process is ready. */
interface Management {
  port: number | null
  notReady: () => string | null
}

const getBlobsNotReadyReason = (claim: BlobsClaim): string | null =>
  claim.isClaimed() ? null : 'the blob store has not answered since the start'

/** Serves the management port, if one is configured, until everything that was opened later is closed. */
async function startManagement(ctx: Context, resources: AsyncDisposableStack): Promise<Management> {
  const management: Management = { port: null, notReady: () => 'this process is starting' }
  const { management: address } = ctx.config
  if (!address) return management
  const server = await startManagementServer(
    ctx,
    address,
    () =>
      management.notReady() ??
      (shouldRunJobs(ctx.config) && !ctx.jobs.isWorking() ? 'jobs are not running' : null),
  )
  resources.defer(() => server.close())
  management.port = server.port
  return management
}

async function listen(
  ctx: Context,
  modules: readonly HttpModule[],
  resources: AsyncDisposableStack,
  drain: DrainOptions,
  claim: BlobsClaim,
): Promise<string> {
  const { config } = ctx
  if (
    config.publicOrigin &&
    'networks' in config.trustedProxies &&
    config.trustedProxies.networks.length === 0
  )
    ctx.log.warn(
      'TRUSTED_PROXIES is not set: behind a balancer all customers share its address and its limits',
    )
  reportIncompleteBrands(ctx.log, brands)
  if (shouldRunJobs(config)) {
    const bounces = await receiveBounces(ctx)
    resources.defer(() => bounces?.close())
  }
  // Jobs start after the claim, because a worker of another database must not change anything.
  const startJobs = async () => {
    if (shouldRunJobs(config)) await ctx.jobs.work(ctx, declaredJobs)
  }
  if (claim.isClaimed()) await startJobs()
  else {
    claim.retry(startJobs)
    resources.defer(() => claim.close())
  }
  if (config.role === 'worker') return 'worker'
  if (config.sftp && config.role !== 'web') {
    const sftp = await startSftpServer(ctx)
    resources.defer(() => sftp.close())
    if (config.role === 'sftp') return `sftp://${config.host}:${sftp.port}`
  }
  const app = await createApp(
    ctx,
    [...domains, ...modules, site],
    createAuthenticate(ctx),
    createSharedRequestCounts(ctx),
    () => getBlobsNotReadyReason(claim),
  )
  resources.defer(() => app.close(drain))
  await app.http.listen({ port: config.port, host: config.host })
  const { port } = app.http.server.address() as AddressInfo
  // With PORT=0 the system chooses it; links in mails need it.
  config.port = port
  return config.publicOrigin ?? `http://localhost:${port}`
}
