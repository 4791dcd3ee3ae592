import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { jobs as declaredJobs, domains, jobKinds, listeners } from './app.ts'
import type { Context } from './context.ts'
import { authenticate, sharedRequestCounts } from './domains/identity/index.ts'
import { receiveBounces } from './domains/mails/index.ts'
import { claimBlobStore } from './domains/photos/index.ts'
import { startSftpServer } from './domains/sftp-access/index.ts'
import { createApp } from './http/app.ts'
import type { DrainOptions } from './http/draining.ts'
import type { HttpModule } from './http/route.ts'
import { createFolderBlobs } from './platform/blobs/folder-blobs.ts'
import { systemClock } from './platform/clock/clock.ts'
import { type Config, dataPaths, readConfig } from './platform/config/config.ts'
import { startAutovacuum } from './platform/db/autovacuum.ts'
import { lockDataFolder } from './platform/db/data-lock.ts'
import { openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { createEvents } from './platform/events/events.ts'
import { createImages } from './platform/images/index.ts'
import { openJobs } from './platform/jobs/pg-boss-jobs.ts'
import { createLog } from './platform/log/log.ts'
import { openMailbox } from './platform/mail/mailbox.ts'
import { mountMailbox } from './platform/mail/mailbox-page.ts'
import { createSmtpMail } from './platform/mail/smtp-mail.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createLocalPush } from './platform/push/local-push.ts'
import { createNotifyPush } from './platform/push/notify-push.ts'
import { createRetailer } from './platform/retailer/retailer.ts'
import { loadOrCreateSecrets } from './platform/signing/secret.ts'
import { createSigner, type Signer } from './platform/signing/signing.ts'
import type { Schema } from './schema.ts'
import { site } from './site/site.ts'
import { explainStartFailure } from './start-failure.ts'

export interface RunningServer {
  origin: string
  ctx: Context
  /** `isReplaced`: requests are accepted for a while (DRAIN_PAUSE_SECONDS), until the balancer uses other processes. */
  close(options?: { isReplaced: boolean }): Promise<void>
}

const MIGRATIONS = new URL('./migrations', import.meta.url).pathname

/**
 * Starts a process of the given role: config → context → app → listen. close() ends it in the opposite order and
 * lets running requests and jobs finish (http/draining.ts). What was opened is closed also when the start fails midway.
 * `onListen` runs once requests are answered, with the origin of the server.
 */
export async function serve(
  env: Record<string, string | undefined>,
  args: { role?: string; empty?: boolean } = {},
  onListen?: (ctx: Context, origin: string) => Promise<void>,
): Promise<RunningServer> {
  const config = readConfig(env, args)
  const opened = new AsyncDisposableStack()
  try {
    const ctx = await openContext(config, opened)
    await claimBlobStore(ctx)
    const drain = { pauseMs: 0, deadlineMs: config.drain.deadlineMs }
    const origin = await listen(ctx, opened, drain)
    await onListen?.(ctx, origin)
    const close: RunningServer['close'] = ({ isReplaced } = { isReplaced: false }) => {
      if (isReplaced) drain.pauseMs = config.drain.pauseMs
      return opened.disposeAsync()
    }
    return { origin, ctx, close }
  } catch (error) {
    try {
      throw await explainStartFailure(error, config)
    } finally {
      await opened.disposeAsync()
    }
  }
}

/** Opens everything for a command, without a listener or a worker, and closes it afterwards. Answers the exit code. */
export async function withContext(
  env: Record<string, string | undefined>,
  work: (ctx: Context) => Promise<number>,
  { acceptsForeignBlobs = false } = {},
): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig(env)
  const ctx = await openContext(config, opened).catch(async error => {
    throw await explainStartFailure(error, config)
  })
  if (!acceptsForeignBlobs) await claimBlobStore(ctx)
  return await work(ctx)
}

async function openContext(config: Config, opened: AsyncDisposableStack): Promise<Context> {
  const paths = dataPaths(config.dataDir)
  const log = createLog({ level: config.logLevel })
  await mkdir(paths.temp, { recursive: true })
  if (!config.postgres) {
    if (config.role !== 'all')
      throw new Error('Roles web, worker and sftp need DATABASE_URL; the embedded database has one process')
    const lock = lockDataFolder(paths.lock)
    opened.defer(() => lock.release())
  }
  const database = await openDatabase<Schema>(config.postgres ?? { folder: paths.database })
  opened.defer(() => database.close())
  if (database.engine === 'embedded') {
    const autovacuum = startAutovacuum(database.pool, systemClock, log)
    opened.defer(() => autovacuum.stop())
  }
  await migrate(database.db, MIGRATIONS)
  const signer = await openSigner(config)
  // Loaded on demand: a folder does not need the memory of the S3 client.
  const blobs = config.s3
    ? (await import('./platform/blobs/s3-blobs.ts')).createS3Blobs(config.s3, { tempDir: paths.temp })
    : createFolderBlobs(paths.blobs, { reservePercent: config.diskReservePercent })
  opened.defer(() => blobs.close())
  const { random } = Math
  const push = database.directUrl
    ? await createNotifyPush(database.directUrl, log, { random })
    : createLocalPush(log)
  opened.defer(() => push.close())
  const mailbox = config.demo && !config.smtpUrl ? await openMailbox({ dir: paths.mailbox }) : null
  if (mailbox) opened.defer(() => mailbox.close())
  const mail = createSmtpMail(config.smtpUrl ?? mailbox?.smtpUrl ?? 'smtp://127.0.0.1:25', config.mailFrom)
  opened.defer(() => mail.close())
  const images = createImages({ tempDir: paths.temp })
  opened.defer(() => images.close())
  // Closed after the jobs, which use it.
  const outbound = createOutbound({ allowedOrigins: config.callbackOrigins })
  opened.defer(() => outbound.close())
  const jobs = await openJobs(database, jobKinds, log, { isWorker: runsJobs(config) })
  opened.defer(() => jobs.close())
  const ctx: Context = {
    config,
    log,
    clock: systemClock,
    random,
    db: database.db,
    blobs,
    jobs,
    events: createEvents(),
    push,
    mail,
    mailbox,
    images,
    signer,
    retailer: createRetailer(config.retailer, log),
    outbound,
  }
  ctx.events.listen(ctx, listeners)
  return ctx
}

const runsJobs = ({ role }: Config) => role === 'all' || role === 'worker'

async function openSigner({ secret, previousSecret, dataDir }: Config): Promise<Signer> {
  if (secret) return createSigner(secret, previousSecret)
  const { current, previous } = await loadOrCreateSecrets(dataPaths(dataDir).secret)
  return createSigner(current, previous)
}

async function listen(ctx: Context, opened: AsyncDisposableStack, drain: DrainOptions): Promise<string> {
  const { config } = ctx
  if (
    config.publicOrigin &&
    'networks' in config.trustedProxies &&
    config.trustedProxies.networks.length === 0
  )
    ctx.log.warn(
      'TRUSTED_PROXIES is not set: behind a balancer all customers share its address and its limits',
    )
  if (runsJobs(config)) {
    await ctx.jobs.work(ctx, declaredJobs)
    const bounces = await receiveBounces(ctx)
    opened.defer(() => bounces?.close())
  }
  if (config.role === 'worker') return 'worker'
  if (config.sftp && config.role !== 'web') {
    const sftp = await startSftpServer(ctx)
    opened.defer(() => sftp.close())
    if (config.role === 'sftp') return `sftp://${config.host}:${sftp.port}`
  }
  const app = await createApp(ctx, [...domains, ...pages(ctx)], authenticate(ctx), sharedRequestCounts(ctx))
  opened.defer(() => app.close(drain))
  await app.http.listen({ port: config.port, host: config.host })
  const { port } = app.http.server.address() as AddressInfo
  return config.publicOrigin ?? `http://localhost:${port}`
}

/** Modules that are no domain: the built web, and in the demo the mailbox page. */
function pages(ctx: Context): HttpModule[] {
  const { mailbox } = ctx
  return [
    ...(mailbox
      ? [{ name: 'mailbox', mount: (app: Parameters<typeof mountMailbox>[0]) => mountMailbox(app, mailbox) }]
      : []),
    site,
  ]
}
