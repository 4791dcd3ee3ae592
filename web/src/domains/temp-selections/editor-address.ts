import type { HostBrand } from '#contract/brands.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'

/** The parts of a brand that the editor's address needs. */
export type EditorBrand = Pick<HostBrand, 'vendor' | 'channel'> & {
  addresses: Pick<HostBrand['addresses'], 'printsEditor' | 'printsProductCode' | 'shop'>
}

/**
 * Returns the address of the brand's prints editor with the temporary selection as a parameter (PL-138). Throws if the
 * configured address is not an http(s) URL (PL-145).
 */
export function createEditorAddress(
  { vendor, channel, addresses }: EditorBrand,
  tempSelectionId: string,
): string {
  const address = toSafeLink(addresses.printsEditor.replaceAll('{vendor}', encodeURIComponent(vendor)))
  if (!address) throw new Error('The address of the prints editor is not an http(s) URL')
  const url = new URL(address)
  url.searchParams.set('autoselectproduct', addresses.printsProductCode)
  url.searchParams.set('channel', channel)
  url.searchParams.set('tempSelectionId', tempSelectionId)
  return url.href
}
