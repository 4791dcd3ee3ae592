import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import type { Draining } from './draining.ts'
import { Failure } from './failure.ts'
import { hasBearerToken } from './service-tokens.ts'

/**
 * /healthz: the process is alive. /readyz: database and blobs answer, and it is not ending. /metrics: for Prometheus, with
 * a token.
 */
export function mountHealth(app: FastifyInstance, ctx: Context, draining: Draining): void {
  const open = { policy: 'public' } as const
  app.get('/healthz', { config: open }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: open }, async () => {
    if (draining.isDraining()) throw new Failure('unavailable', 'Not ready: this process is ending')
    try {
      await Promise.all([sql`select 1`.execute(ctx.db), ctx.blobs.stat('health/check/none')])
    } catch (error) {
      ctx.log.warn({ err: error }, 'not ready')
      throw new Failure('unavailable', 'Not ready', { retryAfterSeconds: 5 })
    }
    return { status: 'ready' }
  })
  const { metricsToken } = ctx.config
  if (!metricsToken) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  new Gauge({
    name: 'job_dead_letters',
    help: 'Jobs that failed in all retries, by kind',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      try {
        for (const [job, count] of await ctx.jobs.countDeadLetters()) this.set({ job }, count)
      } catch (error) {
        // The metrics are needed most while the database is unavailable: all others are served without this one.
        ctx.log.warn({ err: error }, 'dead letters could not be counted')
      }
    },
  })
  app.get('/metrics', { config: open }, async (request, reply) => {
    if (!hasBearerToken(request, metricsToken))
      throw new Failure('unauthorized', 'The token of the metrics is needed')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
