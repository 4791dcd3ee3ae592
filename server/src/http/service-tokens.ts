import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * The retailer's service that a request comes from, by its bearer token (SERVICE_TOKENS); null without one or with one
 * that is not known. How long the comparison takes says nothing about a token.
 */
export function findService(config: Pick<Config, 'serviceTokens'>, request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  const given = hashOf(token)
  const found = config.serviceTokens.filter(known => timingSafeEqual(hashOf(known.token), given))
  return found[0]?.name ?? null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
