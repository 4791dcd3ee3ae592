import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodObject, type ZodType, z } from 'zod'
import { KEY_EXPIRES_HEADER } from '#contract/api-keys.ts'
import type { ApiScope } from '#contract/api-scopes.ts'
import { type Endpoint, type Policy, SERVICES, type ServiceKey } from '#contract/endpoint.ts'
import { withoutFeedChecks } from '#contract/input/feed-checks.ts'
import { checkInput, type FieldIssues } from '#contract/input/field-issues.ts'
import { isStorableText } from '#contract/input/text.ts'
import type { Context } from '../context.ts'
import { toClientNetwork } from './client-address.ts'
import { requireStorable, requireUtf8Query } from './decode-body.ts'
import { EncodedAnswer } from './encoded-answer.ts'
import { Failure } from './failure.ts'
import { hasLargeBody } from './limit-large-bodies.ts'
import { getRequestOrigin } from './origin.ts'
import { getClientKey } from './request-limit.ts'
import type { Caller, Guard, GuardedPolicy, HttpModule, Route } from './route.ts'
import { runInTurn } from './run-in-turn.ts'
import { sendJson } from './send-json.ts'
import { requireRecentSignIn } from './step-up.ts'

/** Returns the caller of a request; null without a valid token. Returns no promise for a cached caller. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | null> | Caller | null

/** A mounted route with its policy; the access matrix tests each. */
export interface MountedRoute {
  method: string
  url: string
  policy: Policy
  isSocket?: boolean
  stepUp?: Endpoint['stepUp']
  /** The scope with which an API key may call it. */
  scope?: ApiScope | undefined
}

const GUARDED_POLICIES: ReadonlySet<Policy> = new Set<GuardedPolicy>(['upload-session', 'service'])

/** Registers the modules' routes. Throws for a route without a policy. */
export async function mountModules(
  app: FastifyInstance,
  ctx: Context,
  domains: readonly HttpModule[],
  authenticate: Authenticate,
): Promise<MountedRoute[]> {
  const mountedRoutes: MountedRoute[] = []
  const guards = new Map<Policy, Guard>(
    domains.flatMap(({ guards = {} }) => Object.entries(guards) as [Policy, Guard][]),
  )
  app.decorateRequest('caller', null)
  app.decorateRequest('service', null)
  app.decorateRequest('receivedAt')
  app.decorate('servicesForPages', () => listPageServices(mountedRoutes))
  app.addHook('onRoute', options => {
    const policy = options.config?.policy
    if (!policy) throw new Error(`${options.method} ${options.url} has no policy`)
    if (GUARDED_POLICIES.has(policy) && !guards.has(policy))
      throw new Error(`${options.method} ${options.url}: nobody checks the policy ${policy}`)
    const { url } = options
    const isSocket = options.wsHandler !== undefined
    const { stepUp, scope } = options.config?.endpoint ?? {}
    for (const method of [options.method].flat())
      mountedRoutes.push({ method, url, policy, isSocket, scope, ...(stepUp && { stepUp }) })
  })
  const authorize = createAuthorization(ctx, guards, authenticate)
  app.addHook('onRequest', (request, reply, done) => {
    request.receivedAt = ctx.clock.now()
    const finish = () => {
      if (request.caller?.key) reply.header(KEY_EXPIRES_HEADER, request.caller.expires.toISOString())
      done()
    }
    try {
      const authorization = authorize(request)
      if (authorization) authorization.then(finish, done)
      else finish()
    } catch (error) {
      done(error as Error)
    }
  })
  for (const domain of domains) {
    for (const each of domain.routes ?? []) await mountRoute(app, ctx, each)
    await domain.mount?.(app, ctx)
  }
  return mountedRoutes
}

/**
 * Creates the check of a route's policy, which sets the caller or service of the request and throws a failure when it
 * refuses it. Most calls wait for nothing and get no promise, which would cost more than the check.
 */
function createAuthorization(ctx: Context, guards: Map<Policy, Guard>, authenticate: Authenticate) {
  const setCaller = (request: FastifyRequest, caller: Caller | null) => {
    request.caller = caller
    if (!caller) throw new Failure('unauthorized', 'A valid access token is needed')
    if (request.routeOptions.config.policy === 'business' && !caller.business)
      throw new Failure('forbidden', 'Business customers only')
    if (caller.key) requireScope(request, caller.key.scopes)
  }
  return (request: FastifyRequest): Promise<void> | undefined => {
    const policy = request.routeOptions.config.policy
    const guard = policy && guards.get(policy)
    if (guard) return guard(ctx, request)
    if (policy !== 'customer' && policy !== 'business') return
    const caller = authenticate(request)
    if (caller instanceof Promise) return caller.then(found => setCaller(request, found))
    setCaller(request, caller)
  }
}

/** Throws insufficient-scope unless the route is an endpoint with one of the scopes. */
function requireScope(request: FastifyRequest, scopes: readonly ApiScope[]): void {
  const scope = request.routeOptions.config.endpoint?.scope
  if (scope === undefined) throw new Failure('insufficient-scope', 'API keys cannot make this call')
  if (!scopes.includes(scope)) throw new Failure('insufficient-scope', `The API key lacks the scope ${scope}`)
}

/** Lists services that a page calls with its access token, over HTTP or a socket. */
function listPageServices(routes: readonly MountedRoute[]): ServiceKey[] {
  const pageRoutes = routes.filter(
    ({ policy, isSocket }) => isSocket || policy === 'customer' || policy === 'business',
  )
  const keys = Object.keys(SERVICES) as ServiceKey[]
  const isBelow = (base: string, url: string) => url === base || url.startsWith(`${base}/`)
  return keys.filter(key => SERVICES[key] && pageRoutes.some(({ url }) => isBelow(SERVICES[key], url)))
}

async function mountRoute(app: FastifyInstance, ctx: Context, mountedRoutes: Route): Promise<void> {
  const { receivesFile } = mountedRoutes.endpoint
  if (!receivesFile) return addRoute(app, ctx, mountedRoutes)
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // The handler reads the body while it arrives.
    scope.addContentTypeParser([...receivesFile], (_request, _payload, done) => done(null))
    addRoute(scope, ctx, mountedRoutes)
  })
}

function addRoute(app: FastifyInstance, ctx: Context, { endpoint, handle, bodySchema }: Route): void {
  const query = refuseUnknown(endpoint.query)
  app.route({
    method: endpoint.method,
    url: SERVICES[endpoint.service] + endpoint.path,
    config: {
      policy: endpoint.policy,
      endpoint,
      reportsDeletedAccount: endpoint.reportsDeletedAccount,
      ignoresBody: endpoint.body.type === 'undefined',
      ...(endpoint.receivesFile && { bodyTimeout: false as const, statementClass: 'upload' as const }),
      ...createEndpointLimit(endpoint),
    },
    handler: async (request, reply) => {
      const call = {
        ctx,
        caller: request.caller,
        uploadSession: request.uploadSession,
        origin: getRequestOrigin(ctx.config, request),
        request,
        reply,
      }
      const body = (await bodySchema?.(call as never)) ?? endpoint.body
      const parseCall = () => parseCallInput(ctx, { ...endpoint, query, body }, request)
      // A call without a JSON body, as of a file, has none to validate.
      const input =
        request.body && hasLargeBody(request.headers)
          ? await runInTurn(ctx, getClientKey(request), async () => parseCall())
          : parseCall()
      // After the input, because a form that is not valid asks for nothing.
      if (endpoint.stepUp === 'always') await requireRecentSignIn({ ...call, caller: request.caller! })
      const result = await handle({ ...call, ...input } as never)
      return endpoint.sendsFile ? reply : sendAnswer(ctx, endpoint, { request, reply }, result)
    },
  })
}

/** Returns the schema of a query, without parameters that it does not declare: a filter that is not known would be left out. */
const refuseUnknown = (query: ZodType): ZodType =>
  query instanceof ZodObject ? query.strict() : z.strictObject({})

/** Creates the limit of an endpoint that declares its own. */
function createEndpointLimit({
  policy,
  requestsPerMinute,
}: Endpoint): Pick<FastifyContextConfig, 'rateLimit'> {
  if (requestsPerMinute === undefined) return {}
  return {
    rateLimit: {
      max: requestsPerMinute,
      ...(policy !== 'customer' && {
        keyGenerator: (request: FastifyRequest) => toClientNetwork(request.ip),
      }),
    },
  }
}

function sendAnswer(
  ctx: Context,
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  result: unknown,
) {
  // The handler has set 202 where a job does the rest.
  if (!(endpoint.mayContinue && reply.statusCode === 202)) reply.code(endpoint.status)
  if (endpoint.status === 204) return reply.send()
  const isEncoded = result instanceof EncodedAnswer
  if (ctx.config.checkAnswers) endpoint.answer.parse(isEncoded ? JSON.parse(result.json.toString()) : result)
  const encodedAnswer = isEncoded ? result : new EncodedAnswer(Buffer.from(JSON.stringify(result)))
  return sendJson(endpoint, request, reply, encodedAnswer)
}

/**
 * Parses the input of a call. Where checks of the retailer's data are warnings, what only they refuse is accepted, and the
 * request has the warnings.
 */
function parseCallInput({ config }: Context, endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.policy !== 'service' || config.retailerChecks === 'refuse')
    return parseInput(endpoint, request)
  try {
    return parseInput(endpoint, request)
  } catch (error) {
    if (!(error instanceof Failure) || !error.fields) throw error
    try {
      const input = withoutFeedChecks(() => parseInput(endpoint, request))
      request.feedWarnings = error.fields as FieldIssues
      return input
    } catch {
      throw error
    }
  }
}

/** Parses the input; one failure names all invalid fields of path, query and body. */
function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  requireUtf8Query(request.url)
  if (hasUnstorableParams(request.params as object)) requireStorable(request.params)
  const params = parse(endpoint.params, request.params, 'path')
  const query = parse(endpoint.query, request.query, 'query')
  const body = parse(endpoint.body, request.body, 'body')
  const fields: FieldIssues = { ...params.issues, ...query.issues, ...body.issues }
  const names = Object.keys(fields)
  if (names.length > 0) throw new Failure('bad-request', `Not valid: ${names.join(', ')}`, { fields })
  return { params: params.data, query: query.data, body: body.data }
}

/** Whether one of the parameters, which are texts, cannot be stored. */
function hasUnstorableParams(params: object): boolean {
  for (const value of Object.values(params)) if (!isStorableText(value)) return true
  return false
}

function parse(schema: ZodType, value: unknown, wholeIssue: string) {
  return schema.type === 'undefined' ? { data: undefined } : checkInput(schema, value ?? {}, wholeIssue)
}
