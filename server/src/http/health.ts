import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { TIME_LIMITS } from '../platform/time-limits.ts'
import { Failure } from './failure.ts'
import { getDependencyStates } from './readiness.ts'
import { hasBearerToken } from './service-tokens.ts'

/** Routes that balancers and the monitoring poll. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Mounts the health checks. /healthz: the process is alive. /readyz: it can serve requests; 503 when the database is
 * unavailable or `notReady` names a reason. While only the blob store or the mail server is unavailable it is ready,
 * and the answer says so, because no other process could do better. The answer waits for nothing. /metrics: for Prometheus, with a token.
 */
export function mountHealth(app: FastifyInstance, ctx: Context, notReady: () => string | null): void {
  const publicRoute = { policy: 'public' } as const
  app.get('/healthz', { config: publicRoute }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: publicRoute }, () => {
    const reason = notReady()
    if (reason) throw new Failure('unavailable', `Not ready: ${reason}`)
    const { database, ...otherDependencies } = getDependencyStates(ctx)
    if (database === 'unavailable')
      throw new Failure('unavailable', 'Not ready: the database does not answer', {
        retryAfterSeconds: TIME_LIMITS.retryAfterSeconds,
      })
    const unavailableDependencies = Object.entries({ database, ...otherDependencies }).filter(
      ([, state]) => state !== 'available',
    )
    return unavailableDependencies.length > 0
      ? { status: 'degraded', ...Object.fromEntries(unavailableDependencies) }
      : { status: 'ready' }
  })
  const { metricsToken } = ctx.config
  if (!metricsToken) return
  app.get('/metrics', { config: publicRoute }, async (request, reply) => {
    if (!hasBearerToken(request, metricsToken))
      throw new Failure('unauthorized', 'The token of the metrics is needed')
    return reply.type(ctx.metrics.contentType).send(await ctx.metrics.render())
  })
}
