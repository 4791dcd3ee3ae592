import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { readBearerToken } from './bearer-token.ts'

/**
 * Finds the name of the service whose token in SERVICE_TOKENS the request has; null without one.
 */
export function findConfiguredService(
  config: Pick<Config, 'serviceTokens'>,
  request: FastifyRequest,
): string | null {
  return config.serviceTokens.find(({ token }) => hasBearerToken(request, token))?.name ?? null
}

/** Whether the request has this bearer token; compared in constant time. */
export function hasBearerToken(request: FastifyRequest, expectedToken: string): boolean {
  const token = readBearerToken(request)
  return token !== null && timingSafeEqual(hashToken(expectedToken), hashToken(token))
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()
