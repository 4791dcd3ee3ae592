import { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { Failure, notFound } from './failure.ts'

/** /healthz: the process is alive. /readyz: database and blobs answer. /metrics: for Prometheus. */
export function mountHealth(app: FastifyInstance, ctx: Context): void {
  const open = { policy: 'public' } as const
  app.get('/healthz', { config: open }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: open }, async () => {
    try {
      await Promise.all([sql`select 1`.execute(ctx.db), ctx.blobs.stat('health/check/none')])
    } catch (error) {
      ctx.log.warn({ err: error }, 'not ready')
      throw new Failure('unavailable', 'Not ready', { retryAfterSeconds: 5 })
    }
    return { status: 'ready' }
  })
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { config: open }, async (request, reply) => {
    if (!INSIDE.check(request.ip, request.ip.includes(':') ? 'ipv6' : 'ipv4')) throw notFound('Page')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Metrics are served to the operator's network only (loopback and private ranges). */
const INSIDE = new BlockList()
INSIDE.addSubnet('127.0.0.0', 8)
INSIDE.addSubnet('10.0.0.0', 8)
INSIDE.addSubnet('172.16.0.0', 12)
INSIDE.addSubnet('192.168.0.0', 16)
INSIDE.addAddress('::1', 'ipv6')
INSIDE.addSubnet('fc00::', 7, 'ipv6')
