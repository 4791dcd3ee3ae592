import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * The origin that the browser used. Behind a load balancer (PUBLIC_ORIGIN set) it has the scheme of PUBLIC_ORIGIN and
 * the forwarded host; otherwise the host is that of the Host header.
 */
export function requestOrigin(config: Pick<Config, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = config.publicOrigin?.startsWith('https:') ? 'https' : 'http'
  return `${scheme}://${request.host}`
}
