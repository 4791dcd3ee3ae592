import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { defineHistogram } from '../platform/metrics/definitions.ts'

const requestDuration = defineHistogram('http_request_duration_seconds', 'Time to answer, by route pattern', {
  labels: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Measures every request. */
export function measureRequests(app: FastifyInstance, ctx: Context): void {
  const duration = ctx.metrics.get(requestDuration)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}
