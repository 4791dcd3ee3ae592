import { mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { domains, jobKinds, listeners } from './app.ts'
import type { Context } from './context.ts'
import type { Domain } from './domain.ts'
import { checkSecret } from './domains/identity/index.ts'
import { claimBlobStore } from './domains/photos/index.ts'
import { answerCacheRequests } from './http/answer-cache.ts'
import { measureDependencies } from './http/readiness.ts'
import { pushSockets } from './http/socket.ts'
import { prepareDatabase } from './migrate-database.ts'
import { openBlobStore } from './open-blob-store.ts'
import { openConfiguredDatabase, openSigner } from './open-database.ts'
import { measureBlobs, measureSpace } from './platform/blobs/blob-metrics.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import { createClosedBlobs } from './platform/blobs/closed-blobs.ts'
import { systemClock } from './platform/clock/clock.ts'
import { type Config, getDataPaths, readConfig } from './platform/config/config.ts'
import type { Environment } from './platform/config/read-environment.ts'
import { startAutovacuum } from './platform/db/autovacuum.ts'
import { setProcessActor } from './platform/db/statement-scope.ts'
import { createEvents } from './platform/events/events.ts'
import { createImages } from './platform/images/index.ts'
import { measureJobs } from './platform/jobs/job-metrics.ts'
import { openJobs } from './platform/jobs/pg-boss-jobs.ts'
import { createLog } from './platform/log/log.ts'
import { createSmtpMail } from './platform/mail/smtp-mail.ts'
import { createMetrics, describeProcess } from './platform/metrics/metrics.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createLocalPush } from './platform/push/local-push.ts'
import { createNotifyPush } from './platform/push/notify-push.ts'
import { createRetailer } from './platform/retailer/retailer.ts'
import type { StatementClass } from './platform/time-limits.ts'
import { openTracing } from './platform/tracing/tracing.ts'
import { explainStartFailure } from './start-failure.ts'

/** Opens the context for a command, without a listener or a worker, and closes it afterwards. Returns the exit code. */
export async function withContext(
  env: Environment,
  work: (ctx: Context) => Promise<number>,
  { acceptsForeignBlobs = false, acceptsForeignSecret = false } = {},
): Promise<number> {
  await using resources = new AsyncDisposableStack()
  setProcessActor({ type: 'care', id: userInfo().username })
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

export interface OpenedContext {
  ctx: Context
  /** The blob store of `ctx`, which is closed until `openBlobs` is called. */
  store: Blobs
  openBlobs(): void
}

export interface ContextOptions {
  /** Rejects when the database belongs to processes with another secret. */
  verifySecret: (ctx: Pick<Context, 'db' | 'signer'>) => Promise<void>
  statementClass: StatementClass
}

/** Opens all that operations need, without a listener or a worker; `resources` closes it. */
export async function openContext(
  config: Config,
  resources: AsyncDisposableStack,
  { verifySecret, statementClass }: ContextOptions,
): Promise<OpenedContext> {
  const paths = getDataPaths(config.dataDir)
  const { role, build } = config
  // The output of a command is what it prints.
  const destination = statementClass === 'command' ? { destination: process.stderr } : {}
  const log = createLog({ level: config.logLevel, process: { role, build }, ...destination })
  const metrics = createMetrics(log)
  // Closed after all that has spans.
  const tracing = await openTracing(config.tracing, { process: { role, build }, log, clock: systemClock })
  resources.defer(() => tracing?.close())
  const database = await openConfiguredDatabase(config, resources, statementClass, metrics)
  if (database.engine === 'embedded') {
    const autovacuum = startAutovacuum(database.pool, systemClock, log)
    resources.defer(() => autovacuum.stop())
  }
  await prepareDatabase(database, config, log)
  await mkdir(paths.temp, { recursive: true })
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

/** Whether a process of this role runs jobs. */
export const shouldRunJobs = ({ role }: Config) => role === 'all' || role === 'worker'

/** Creates all metrics of a process, so that each has a value from its start; the domains declare their own. */
export function addMetrics(ctx: Context, domains: readonly Domain[]): void {
  const { metrics } = ctx
  for (const definition of [answerCacheRequests, pushSockets]) metrics.get(definition)
  measureDependencies(ctx)
  measureJobs(metrics, ctx.jobs)
  measureSpace(metrics, ctx.blobs)
  for (const { metrics: declared } of domains) {
    for (const definition of declared?.counted ?? []) metrics.get(definition)
    for (const source of declared?.sources?.(ctx) ?? []) metrics.addSource(source)
  }
}
