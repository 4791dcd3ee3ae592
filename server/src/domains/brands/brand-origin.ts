import { brandOfHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Config } from '#server/platform/config/config.ts'

/**
 * Where customers of a brand reach the area, for links that no request asked for. Behind a balancer its own origin if
 * that is a host of the brand, else the brand's public host; on a developer's machine the brand's local one.
 */
export function originOfBrand(config: Pick<Config, 'publicOrigin' | 'port'>, brand: Brand): string {
  if (!config.publicOrigin) return `http://${brand.localHost}:${config.port}`
  const { protocol, host, origin } = new URL(config.publicOrigin)
  return brandOfHost(host)?.id === brand.id ? origin : `${protocol}//${brand.host}`
}
