import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'
import { runInSpan } from '../platform/tracing/active-span.ts'
import type { Span, Tracing } from '../platform/tracing/span.ts'
import { PROBES } from './health.ts'
import { createPeerCheck } from './trusted-peer.ts'

/**
 * Makes each request a trace, except probes and sockets, by the pattern of its route and never by its address. Continues
 * the trace of a trusted proxy (W3C Trace Context); what others claim is ignored. Must be called before other hooks are added.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, trustedProxies: TrustedProxies): void {
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
