import type { FastifyRequest } from 'fastify'

/** The bearer token of the Authorization header (RFC 6750, 2.1); null without one. */
export function readBearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
