import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { BoundedCounts } from '../platform/bounded-counts.ts'
import { Failure } from './failure.ts'
import { getClientKey } from './request-limit.ts'

/** Larger bodies are parsed and validated in turns, because each takes tens of milliseconds. */
export const LARGE_BODY_BYTES = 64 * 1024

/** How many large bodies of a customer, or of a client's network, are received or processed at the same time. */
const LARGE_BODIES_MAX = 16

/**
 * Refuses further large bodies of a customer with 429 while others are received or processed: each connection could hold a
 * megabyte until the time for a body is over. Files are received in streams, and the retailer's services are trusted.
 */
export function limitLargeBodies(app: FastifyInstance): void {
  const counts = new BoundedCounts(LARGE_BODIES_MAX)
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { policy, bodyTimeout } = request.routeOptions.config
    if (policy === 'service' || bodyTimeout === false || !hasLargeBody(request.headers)) return done()
    const key = getClientKey(request)
    if (!counts.add(key))
      return done(new Failure('too-many-requests', 'Too many large bodies', { retryAfterSeconds: 1 }))
    reply.raw.once('close', () => counts.remove(key))
    done()
  })
}

/** Whether a body may be large; the length of a chunked one is unknown. */
export const hasLargeBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BODY_BYTES
