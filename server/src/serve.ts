import type { AddressInfo } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { brands } from '#brands/index.ts'
import { listMissingParts } from '#brands/missing-parts.ts'
import type { Brand } from '#contract/brands.ts'
import { createAuthenticate, jobs as declaredJobs, domains } from './app.ts'
import { checkStart } from './check-start.ts'
import type { Context } from './context.ts'
import { claimSecret, createSharedRequestCounts } from './domains/identity/index.ts'
import { receiveBounces } from './domains/mails/index.ts'
import { claimBlobStore } from './domains/photos/index.ts'
import { startSftpServer } from './domains/sftp-access/index.ts'
import { createApp } from './http/app.ts'
import { answerConnectionErrors } from './http/connection-errors.ts'
import type { DrainOptions } from './http/draining.ts'
import { registerErrorHandler } from './http/error-handler.ts'
import { mountHealth } from './http/health.ts'
import { logRequests } from './http/request-log.ts'
import type { HttpModule } from './http/route.ts'
import { trackRunningAnswers } from './http/running-answers.ts'
import { openContext, shouldRunJobs } from './open-context.ts'
import { type Blobs, BlobsUnavailableError } from './platform/blobs/blobs.ts'
import { runPeriodically } from './platform/clock/run-periodically.ts'
import { readConfig } from './platform/config/config.ts'
import type { Environment } from './platform/config/read-environment.ts'
import { isDatabaseUnavailable } from './platform/db/error-codes.ts'
import type { Log } from './platform/log/log.ts'
import { site } from './site/site.ts'
import { explainStartFailure } from './start-failure.ts'

export { withContext } from './open-context.ts'

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

/** The management port and its readiness; `notReady` returns null while the process is ready. */
interface Management {
  port: number | null
  notReady: () => string | null
}

const getBlobsNotReadyReason = (claim: BlobsClaim): string | null =>
  claim.isClaimed() ? null : 'the blob store has not answered since the start'

/**
 * Serves health, readiness and metrics on a separate port in every role, if one is configured, until everything that was opened
 * later is closed.
 */
async function startManagement(ctx: Context, resources: AsyncDisposableStack): Promise<Management> {
  const management: Management = { port: null, notReady: () => 'this process is starting' }
  const { management: address } = ctx.config
  if (!address) return management
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    return503OnClosing: false,
  })
  answerConnectionErrors(app.server, ctx, trackRunningAnswers(app.server))
  registerErrorHandler(app)
  logRequests(app)
  const isWithoutJobs = () => shouldRunJobs(ctx.config) && !ctx.jobs.isWorking()
  mountHealth(app, ctx, () => management.notReady() ?? (isWithoutJobs() ? 'jobs are not running' : null))
  await app.listen(address)
  resources.defer(() => app.close())
  management.port = (app.server.address() as AddressInfo).port
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

/** Logs what brands' files leave out: nothing else says why a screen, or a part of one, is not there. */
export function reportIncompleteBrands(log: Pick<Log, 'warn'>, brands: readonly Brand[]): void {
  for (const brand of brands) {
    const missing = listMissingParts(brand)
    if (missing.length > 0)
      log.warn({ brand: brand.id, missing }, 'a brand is not complete, see `keepsake brands`')
  }
}

const RETRY_MS = 1_000

interface BlobsClaim {
  isClaimed(): boolean
  /** Resolves with the error when the store must not be used; else never. */
  failed: Promise<unknown>
  /** Retries until the store answers, and then runs `onClaimed`. */
  retry(onClaimed: () => Promise<void>): void
  close(): Promise<void>
}

/**
 * Claims the blob store for this database. While the store is unavailable nothing is read or written there
 * before `retry` has claimed it. Any other failure is one of the configuration and is thrown.
 */
async function claimBlobs(ctx: Context, store: Blobs, open: () => void): Promise<BlobsClaim> {
  const failure = Promise.withResolvers<unknown>()
  const stopping = new AbortController()
  let isClaimed = false
  let retrying = Promise.resolve()

  async function claim(): Promise<void> {
    await claimBlobStore({ ...ctx, blobs: store })
    isClaimed = true
    open()
  }
  async function retryOnce(onClaimed: () => Promise<void>): Promise<void> {
    try {
      await claim()
    } catch (error) {
      if (error instanceof BlobsUnavailableError || isDatabaseUnavailable(error)) return
      failure.resolve(error)
      return stopping.abort()
    }
    ctx.log.info('the blob store answers')
    stopping.abort()
    await onClaimed().catch(failure.resolve)
  }

  try {
    await claim()
  } catch (error) {
    if (!(error instanceof BlobsUnavailableError)) throw error
    ctx.log.warn({ err: error }, 'the blob store does not answer: started without it')
  }
  return {
    isClaimed: () => isClaimed,
    failed: failure.promise,
    retry(onClaimed) {
      retrying = runPeriodically(RETRY_MS, stopping.signal, () => retryOnce(onClaimed))
    },
    async close() {
      stopping.abort()
      await retrying
    },
  }
}
