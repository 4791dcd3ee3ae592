import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import type { Context } from '../context.ts'
import { TIME_LIMITS } from '../platform/time-limits.ts'
import { registerBodyParsers } from './body-parsers.ts'
import { limitBodyTime } from './body-timeout.ts'
import { toTrustProxySetting } from './client-address.ts'
import { answerConnectionErrors } from './connection-errors.ts'
import { createCorrelationIds } from './correlation-id.ts'
import { closeSockets, type Draining, prepareDraining } from './draining.ts'
import { registerErrorHandler, replyWithError } from './error-handler.ts'
import { mountHealth } from './health.ts'
import { limitLargeBodies } from './limit-large-bodies.ts'
import { lingerBeforeClosing } from './linger.ts'
import { type Authenticate, type MountedRoute, mountModules } from './mount.ts'
import { createOpenApiOptions } from './openapi/document.ts'
import { limitRequests } from './request-limit.ts'
import { logRequests } from './request-log.ts'
import { measureRequests } from './request-metrics.ts'
import { readRequestTarget, refuseAmbiguousTargets } from './request-target.ts'
import type { HttpModule } from './route.ts'
import { trackRunningAnswers } from './running-answers.ts'
import { setSecurityHeaders } from './security-headers.ts'
import type { AddCounts } from './shared-counts.ts'
import { limitStatements } from './statement-scope.ts'
import { traceRequests } from './trace-requests.ts'

/** The page of the API document, with a viewport for phones, which the default lacks. */
const API_PAGE: FastifySwaggerUiOptions = {
  routePrefix: '/api/docs',
  uiConfig: { docExpansion: 'none', filter: true },
  theme: {
    title: 'Keepsake API',
    css: [
      {
        filename: 'page.css',
        content: `.swagger-ui .topbar { display: none }
          .swagger-ui .info :is(p, li) { max-width: 80ch }
          .swagger-ui .info code { overflow-wrap: anywhere; white-space: pre-wrap }
          .swagger-ui .info table { display: block; overflow-x: auto }`,
      },
    ],
    js: [
      {
        filename: 'viewport.js',
        content: `document.head.append(Object.assign(document.createElement('meta'),
          { name: 'viewport', content: 'width=device-width, initial-scale=1' }))`,
      },
    ],
  },
}

/** Larger JSON bodies are refused with 413 (OP-88); uploads have their own limit. */
const JSON_BODY_MAX = 1024 * 1024

const NODE_OPTIONS = {
  // A connection that has not sent its headers after this time is closed with 408; checked every few seconds.
  headersTimeout: TIME_LIMITS.headersMs,
  connectionsCheckingInterval: 5_000,
  // Refused by the app, in the shape of all failures.
  requireHostHeader: false,
}

export interface App {
  http: FastifyInstance
  routes: MountedRoute[]
  close: Draining['close']
}

/**
 * Creates the HTTP app: error handler, authentication, security headers, then the modules in order. `addCounts` counts calls
 * together with other processes. `notReady`: see mountHealth.
 */
export async function createApp(
  ctx: Context,
  domains: readonly HttpModule[],
  authenticate: Authenticate,
  addCounts: AddCounts | null = null,
  notReady: () => string | null = () => null,
): Promise<App> {
  const http: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_MAX,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: toTrustProxySetting(ctx.config.trustedProxies),
    http: NODE_OPTIONS,
    genReqId: createCorrelationIds(ctx.config.trustedProxies),
    rewriteUrl: readRequestTarget,
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
  })
  const listRunningAnswers = trackRunningAnswers(http.server)
  answerConnectionErrors(http.server, ctx, listRunningAnswers)
  registerErrorHandler(http)
  // Hooks of every request call `done`, because a promise of each would cost more than their work.
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(CORRELATION_HEADER, request.id)
    done()
  })
  if (ctx.tracing) traceRequests(http, ctx.tracing, ctx.config.trustedProxies)
  logRequests(http)
  measureRequests(http, ctx)
  refuseAmbiguousTargets(http)
  limitStatements(http)
  registerBodyParsers(http, ctx)
  limitBodyTime(http, ctx.config.bodyTimeout)
  lingerBeforeClosing(http, ctx.config.bodyTimeout)
  setSecurityHeaders(http, ctx.config)
  await http.register(cookie)
  await http.register(websocket, { options: { maxPayload: 64 * 1024 }, preClose: closeSockets })
  const draining = prepareDraining(http, listRunningAnswers)
  const getNotReadyReason = () => (draining.isDraining() ? 'this process is ending' : notReady())
  limitRequests(http, ctx, addCounts)
  limitLargeBodies(http)
  http.addHook('onRoute', options => {
    // Pages of the API document have no domain.
    if (options.url.startsWith('/api/docs')) options.config = { ...options.config, policy: 'public' }
  })
  await http.register(swagger, createOpenApiOptions())
  const routes = await mountModules(
    http,
    ctx,
    [{ name: 'health', mount: (app, ctx) => mountHealth(app, ctx, getNotReadyReason) }, ...domains],
    authenticate,
  )
  await http.register(swaggerUi, API_PAGE)
  return { http, routes, close: draining.close }
}
