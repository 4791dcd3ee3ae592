import { findBrandByHost, getBrandHostBeside } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'

/**
 * Returns the canonical origin of a brand's site, for links that are not part of a response (mails). It depends on the
 * configuration only, never on a request: the configured public origin if its host belongs to the brand, else the brand's
 * host in the same environment with the same scheme and port.
 */
export function getBrandOrigin(config: Pick<Config, 'publicOrigin' | 'port'>, brand: Brand): string {
  const { protocol, host, port, origin } = new URL(config.publicOrigin ?? `http://localhost:${config.port}`)
  if (findBrandByHost(host)?.id === brand.id) return origin
  return `${protocol}//${getBrandHostBeside(host, brand)}${port && `:${port}`}`
}
