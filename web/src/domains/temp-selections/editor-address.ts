import type { HostBrand } from '#contract/brands.ts'
import { safeLink } from '#web/platform/links/safe-link.ts'

/** What the address of the editor is made of. */
export type EditorBrand = Pick<HostBrand, 'vendor' | 'channel'> & {
  addresses: Pick<HostBrand['addresses'], 'printsEditor' | 'printsProductCode'>
}

/**
 * Where the prints editor takes over a temporary selection (PL-138): the brand's address with the vendor set in, and
 * what it has to know. Throws when the configured address is no http(s) one (PL-145).
 */
export function editorAddress({ vendor, channel, addresses }: EditorBrand, tempSelectionId: string): string {
  const address = safeLink(addresses.printsEditor.replaceAll('{vendor}', encodeURIComponent(vendor)))
  if (!address) throw new Error('The address of the prints editor is no http(s) address')
  const url = new URL(address)
  url.searchParams.set('autoselectproduct', addresses.printsProductCode)
  url.searchParams.set('channel', channel)
  url.searchParams.set('tempSelectionId', tempSelectionId)
  return url.href
}
