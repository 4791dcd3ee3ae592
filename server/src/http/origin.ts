import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/**
 * The origin the browser used. Behind a balancer (PUBLIC_ORIGIN set) its scheme counts and the forwarded host is
 * trusted; otherwise the Host header itself.
 */
export function requestOrigin(config: Pick<Config, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = config.publicOrigin?.startsWith('https:') ? 'https' : 'http'
  return `${scheme}://${request.host}`
}
