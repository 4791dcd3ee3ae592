import { findBrandByHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'

/**
 * Returns the origin of a brand's site, for links that are not part of a response (mails): the configured public origin
 * if its host belongs to the brand, else the brand's public host; without a configured origin the brand's local host.
 */
export function getBrandOrigin(config: Pick<Config, 'publicOrigin' | 'port'>, brand: Brand): string {
  if (!config.publicOrigin) return `http://${brand.localHost}:${config.port}`
  const { protocol, host, origin } = new URL(config.publicOrigin)
  return findBrandByHost(host)?.id === brand.id ? origin : `${protocol}//${brand.host}`
}
