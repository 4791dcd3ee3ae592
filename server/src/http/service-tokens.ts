import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * The name of the retailer service whose bearer token (SERVICE_TOKENS) the request has; null without a valid one.
 */
export function findService(config: Pick<Config, 'serviceTokens'>, request: FastifyRequest): string | null {
  const found = config.serviceTokens.filter(({ token }) => hasBearerToken(request, token))
  return found[0]?.name ?? null
}

/** Whether the request has this bearer token; compared in constant time. */
export function hasBearerToken(request: FastifyRequest, expected: string): boolean {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return false
  return timingSafeEqual(hashOf(expected), hashOf(token))
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
