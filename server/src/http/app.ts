import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import proxyAddr from '@fastify/proxy-addr'
import swagger from '@fastify/swagger'
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import type { Context } from '../context.ts'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'
import { defineHistogram } from '../platform/metrics/definitions.ts'
import { TIME_LIMITS } from '../platform/time-limits.ts'
import { runInSpan } from '../platform/tracing/active-span.ts'
import type { Span, Tracing } from '../platform/tracing/span.ts'
import { registerBodyParsers } from './body-parsers.ts'
import { limitBodyTime } from './body-timeout.ts'
import { toTrustProxySetting } from './client-address.ts'
import { answerConnectionErrors } from './connection-errors.ts'
import { closeSockets, type Draining, prepareDraining } from './draining.ts'
import { registerErrorHandler, replyWithError } from './error-handler.ts'
import { Failure } from './failure.ts'
import { mountHealth, PROBES } from './health.ts'
import { limitLargeBodies } from './limit-large-bodies.ts'
import { lingerBeforeClosing } from './linger.ts'
import { type Authenticate, type MountedRoute, mountModules } from './mount.ts'
import { createOpenApiOptions } from './openapi/document.ts'
import { limitRequests } from './request-limit.ts'
import { logRequests } from './request-log.ts'
import type { HttpModule } from './route.ts'
import { trackRunningAnswers } from './running-answers.ts'
import { setSecurityHeaders } from './security-headers.ts'
import type { AddCounts } from './shared-counts.ts'
import { limitStatements } from './statement-scope.ts'

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

/** Larger JSON bodies are refused with 413; uploads have their own limit. */
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

const requestDuration = defineHistogram('http_request_duration_seconds', 'Time to answer, by route pattern', {
  labels: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

function measureRequests(app: FastifyInstance, ctx: Context): void {
  const duration = ctx.metrics.get(requestDuration)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

const CORRELATION = /^[A-Za-z0-9-]{8,64}$/

/**
 * Creates the function that returns the correlation id of a request: the one of its header, if it is valid and
 * comes from a trusted proxy, where there are any; else a new one. The balancers of deployment/ set it, so that their
 * own answers, the log and the error page have the same.
 */
function createCorrelationIds(trustedProxies: TrustedProxies) {
  const isTrusted = createPeerCheck(trustedProxies)
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const id = headers[CORRELATION_HEADER]
    return typeof id === 'string' && CORRELATION.test(id) && isTrusted(socket.remoteAddress)
      ? id
      : randomUUID()
  }
}

/**
 * Makes each request a trace, except probes and sockets, by the pattern of its route and never by its address. Continues
 * the trace of a trusted proxy (W3C Trace Context); what others claim is ignored. Must be called before other hooks are added.
 */
function traceRequests(app: FastifyInstance, tracing: Tracing, trustedProxies: TrustedProxies): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const isTrusted = hasProxies(trustedProxies) ? createPeerCheck(trustedProxies) : () => false
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, socket } = request
    const route = request.routeOptions.url ?? 'none'
    if (PROBES.has(route) || headers.upgrade !== undefined) return done()
    const { traceparent } = headers
    const span = tracing.startTrace(
      {
        name: `${method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'keepsake.correlation_id': request.id,
        },
      },
      typeof traceparent === 'string' && isTrusted(socket.remoteAddress) ? traceparent : undefined,
    )
    spans.set(request, span)
    runInSpan(span, done)
  })
  // Again, because a body is parsed in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => runInSpan(spans.get(request), done))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.end({
      attributes: { 'http.response.status_code': statusCode },
      error: statusCode >= 500 ? String(statusCode) : undefined,
    })
    runInSpan(span, done)
  })
}

const hasProxies = (trustedProxies: TrustedProxies): boolean =>
  'hops' in trustedProxies ? trustedProxies.hops > 0 : trustedProxies.networks.length > 0

/** 'absolute-form' of a target without user information, which is an error in it (RFC 9110, 4.2.4). */
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#@]+)((?:[/?#].*)?)$/is

/**
 * Returns the path and query of a request's target. An absolute one has the host of the request, whatever the header
 * says (RFC 9112, 3.2.2): it replaces the header, so that all that reads either of them sees one host and one path.
 */
function readRequestTarget(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const target = request.url!
  if (target.startsWith('/')) return target
  const [, host, rest] = ABSOLUTE_TARGET.exec(target) ?? []
  if (host === undefined || rest === undefined) return target
  request.headers.host = host
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Refuses requests that two readers may understand differently (400; RFC 9112, 3.2): an address with a fragment, since
 * the router ends the path at '#' and takes the rest as the query; a target that is no path; not exactly one Host header,
 * since Node takes the first one.
 */
function refuseAmbiguousTargets(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, raw }, _reply, done) => {
    const message = findProblem(url, raw)
    done(message === null ? undefined : new Failure('bad-request', message))
  })
}

function findProblem(target: string, { rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (target.includes('#')) return 'An address must not contain a fragment'
  if (!target.startsWith('/') && target !== '*') return 'The target must be a path or an address by HTTP'
  const hosts = countHosts(rawHeaders)
  if (hosts > 1) return 'A request must not have several Host headers'
  // HTTP/1.0 knows requests without one.
  if (hosts === 0 && httpVersion === '1.1') return 'A request must have a Host header'
  return null
}

/** Headers are pairs of names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++
  return count
}

/** Creates the function that says whether a connection is a trusted proxy's; without any proxy all are. */
function createPeerCheck(trustedProxies: TrustedProxies): (address: string | undefined) => boolean {
  if ('hops' in trustedProxies || trustedProxies.networks.length === 0) return () => true
  const isTrusted = proxyAddr.compile([...trustedProxies.networks])
  return address => address !== undefined && isTrusted(address, 0)
}
