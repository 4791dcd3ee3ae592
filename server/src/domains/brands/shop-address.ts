import { webAddress } from '#contract/input/web-address.ts'

/**
 * Returns the address in its canonical spelling if browsers may be redirected to it: http or https, without user name
 * and password, on one of these origins. Else undefined.
 */
export function parseShopAddress(address: string, origins: readonly string[]): string | undefined {
  if (!webAddress.safeParse(address).success) return undefined
  const { origin, href } = new URL(address)
  return origins.includes(origin) ? href : undefined
}
