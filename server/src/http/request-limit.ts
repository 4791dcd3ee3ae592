import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Policy } from '#contract/endpoint.ts'
import type { Context } from '../context.ts'
import { toClientNetwork } from './client-address.ts'
import { Failure } from './failure.ts'
import { type AddCounts, createSharedCountsStore } from './shared-counts.ts'

/** Requests per minute of a customer, and of an API key. Signed media addresses and retailer services have no limit. */
export const REQUESTS_PER_MINUTE = 600

/**
 * Limits JSON calls per customer (per client network without sign-in); answers 429 with Retry-After.
 * With `addCounts` the calls to all processes are counted together.
 */
export function limitRequests(app: FastifyInstance, ctx: Context, addCounts: AddCounts | null): void {
  if (!ctx.config.rateLimits) return
  app.register(rateLimit, {
    global: true,
    max: ctx.config.requestsPerMinute ?? REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    hook: 'preHandler',
    cache: 20_000,
    store: createSharedCountsStore(ctx, addCounts),
    allowList: ({ routeOptions }) => !isLimited(routeOptions.config.policy ?? 'public', routeOptions.url),
    keyGenerator: getLimitedKey,
    errorResponseBuilder: (_request, context) =>
      new Failure('too-many-requests', 'Too many requests', {
        retryAfterSeconds: Math.ceil(context.ttl / 1000),
      }),
  })
}

/** Names the customer of a call, or the network of its client. */
export const getClientKey = ({ caller, uploadSession, ip }: FastifyRequest): string =>
  caller?.accountId ?? uploadSession?.sessionId ?? toClientNetwork(ip)

/** Names what calls are counted for: each API key has a limit of its own. */
const getLimitedKey = (request: FastifyRequest): string =>
  request.caller?.key ? `key ${request.caller.key.id}` : getClientKey(request)

/** Whether calls of a route are counted, by the pattern of its path: an address has many spellings. */
export const isLimited = (policy: Policy, path = ''): boolean =>
  path.startsWith('/api/') && policy !== 'signed' && policy !== 'service'
