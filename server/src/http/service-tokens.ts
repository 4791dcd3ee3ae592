import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * The name of the retailer service whose bearer token (SERVICE_TOKENS) the request has; null without a valid one.
 * Tokens are compared in constant time.
 */
export function findService(config: Pick<Config, 'serviceTokens'>, request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  const given = hashOf(token)
  const found = config.serviceTokens.filter(known => timingSafeEqual(hashOf(known.token), given))
  return found[0]?.name ?? null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
