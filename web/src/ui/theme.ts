import { createThemeVariables, renderFavicon } from '#brands/theme.ts'
import type { VendorTheme } from '#contract/brands.ts'

/** Sets a vendor's colours and favicon on the document; a later call replaces them. */
export function applyTheme(theme: VendorTheme, document: Document = globalThis.document): void {
  // Set through the CSSOM: a style attribute in the markup would need 'unsafe-inline' in the CSP.
  for (const [name, value] of Object.entries(createThemeVariables(theme))) {
    document.documentElement.style.setProperty(name, value)
  }
  findOrCreateFavicon(document).href = `data:image/svg+xml,${encodeURIComponent(renderFavicon(theme))}`
}

function findOrCreateFavicon(document: Document) {
  const existingLink = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (existingLink) return existingLink
  const link = document.createElement('link')
  link.rel = 'icon'
  link.type = 'image/svg+xml'
  document.head.append(link)
  return link
}
