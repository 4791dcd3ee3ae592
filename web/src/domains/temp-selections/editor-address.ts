import type { HostBrand } from '#contract/brands.ts'
import { toSafeLink } from '#web/platform/links/safe-link.ts'

/** The parts of a brand that the editors' addresses need. */
export type EditorBrand = Pick<HostBrand, 'vendor' | 'channel' | 'productEditors'> & {
  addresses: Pick<HostBrand['addresses'], 'printsEditor' | 'printsProductCode' | 'shop'>
}

/**
 * Returns the address of the brand's prints editor with the temporary selection as a parameter. Throws if the
 * configured address is not an http(s) URL.
 */
export function createEditorAddress(brand: EditorBrand, tempSelectionId: string): string {
  const { printsEditor, printsProductCode } = brand.addresses
  return fillAddress(brand, printsEditor, { autoselectproduct: printsProductCode, tempSelectionId })
}

/** Returns the address of an editor from its template; throws for one that is no http(s) URL, also for an empty one. */
export function fillAddress(
  { vendor, channel }: EditorBrand,
  template: string,
  { tempSelectionId, ...product }: { autoselectproduct?: string; tempSelectionId: string },
): string {
  const address = toSafeLink(template.replaceAll('{vendor}', encodeURIComponent(vendor)))
  if (!address) throw new Error('The address of the editor is not an http(s) URL')
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...product, channel, tempSelectionId }))
    url.searchParams.set(name, value)
  return url.href
}
