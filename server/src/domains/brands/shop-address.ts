import { webAddress } from '#contract/input/web-address.ts'

/**
 * The address in its canonical spelling, if the browser may be sent there: http or https, without user name and password,
 * of one of these origins. Else undefined.
 */
export function shopAddress(address: string, origins: readonly string[]): string | undefined {
  if (!webAddress.safeParse(address).success) return undefined
  const { origin, href } = new URL(address)
  return origins.includes(origin) ? href : undefined
}
