import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'

/** Reads the bearer token of the Authorization header (RFC 6750, 2.1); null without one. */
export function readBearerToken(request: FastifyRequest): string | null {
  return PATTERN.exec(request.headers.authorization ?? '')?.[1] ?? null
}

const PATTERN = /^bearer +(\S+)$/i

/** The challenge of a 401 that is about no token. */
export const BEARER_CHALLENGE = 'Bearer realm="keepsake"'

/**
 * Creates the challenge of a 401 (RFC 6750, 3): with an error code when a bearer token was sent and is the reason. A
 * refused password does not mean that the token must be renewed. That of a 403 names the scope that the call needs, if
 * there is one.
 */
export function createBearerChallenge(request: FastifyRequest, code: ErrorCode): string {
  if (code === 'insufficient-scope') {
    const { endpoint } = request.routeOptions.config
    const scope = endpoint?.serviceScope ?? endpoint?.scope
    return `${BEARER_CHALLENGE}, error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`
  }
  const isSent = /^bearer\b/i.test(request.headers.authorization ?? '')
  return `${BEARER_CHALLENGE}${isSent && code === 'unauthorized' ? ', error="invalid_token"' : ''}`
}
