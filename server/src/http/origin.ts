import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * Returns the origin that the browser used: the scheme of PUBLIC_ORIGIN, and the host that a trusted proxy
 * (TRUSTED_PROXIES) forwards, otherwise that of the Host header.
 */
export function getRequestOrigin(config: Pick<Config, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = config.publicOrigin?.startsWith('https:') ? 'https' : 'http'
  return `${scheme}://${request.host}`
}
