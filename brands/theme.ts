import type { VendorTheme } from '#contract/brands.ts'

/** Returns a vendor's theme as CSS custom properties, each with its light and dark value. */
export function createThemeVariables({ light, dark }: VendorTheme): Record<string, string> {
  return {
    '--accent': `light-dark(${light.accent}, ${dark.accent})`,
    '--accent-ink': `light-dark(${light.ink}, ${dark.ink})`,
    '--accent-soft': `light-dark(${light.soft}, ${dark.soft})`,
    '--accent-text': `light-dark(${light.text}, ${dark.text})`,
  }
}

/** Renders the vendor's favicon as an SVG document. */
export function renderFavicon({ logo, favicon }: VendorTheme): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" rx="${favicon.radius}" fill="${favicon.background}"/>` +
    `<path transform="translate(6.4 6.4) scale(.8)" d="${logo.d}" fill="none" stroke="${favicon.ink}" ` +
    `stroke-width="${logo.strokeWidth}" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}
