import type { FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'

/** Returns the scheme of all brands' sites: that of PUBLIC_ORIGIN, whatever a request claims. */
export const getScheme = ({ publicOrigin }: Pick<Config, 'publicOrigin'>): 'http' | 'https' =>
  publicOrigin?.startsWith('https:') ? 'https' : 'http'

/**
 * Returns the origin that the browser used, in lower case and without a default port: the scheme of PUBLIC_ORIGIN, and
 * the host that a trusted proxy (TRUSTED_PROXIES) forwards, otherwise that of the Host header. Links in mails use the
 * canonical origin of a brand instead (`createEmailLink`).
 */
export function getRequestOrigin(config: Pick<Config, 'publicOrigin'>, request: FastifyRequest): string {
  const scheme = getScheme(config)
  const host = request.host.toLowerCase()
  const defaultPort = scheme === 'https' ? ':443' : ':80'
  return `${scheme}://${host.endsWith(defaultPort) ? host.slice(0, -defaultPort.length) : host}`
}
