import type { VendorTheme } from '#contract/brands.ts'

/** Width and height in pixels. */
export const TOUCH_ICON_SIZE = 180

/** Returns the file of a vendor's touch icon. */
export const getTouchIcon = ({ vendor }: Pick<VendorTheme, 'vendor'>): URL =>
  new URL(`../../../../brands/vendors/${vendor}.png`, import.meta.url)

/** Renders the logo's 24 × 24 drawing in the middle of the 32 × 32 tile as SVG. */
export function renderFavicon({ favicon: { background, ink, radius }, logo }: VendorTheme): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${background}"/>` +
    `<path transform="translate(6 6) scale(.8333)" d="${logo.d}" fill="none" stroke="${ink}" stroke-width="${logo.strokeWidth}" ` +
    'stroke-linecap="round" stroke-linejoin="round"/></svg>'
  )
}
