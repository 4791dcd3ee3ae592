import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { getTheme } from '#brands/index.ts'
import type { VendorTheme } from '#contract/brands.ts'
import { getRequestBrand } from './brand-of-request.ts'

/** Serves the vendor's logo as favicon, and as the icon of a bookmark on a phone's home screen. */
export function serveFavicon(app: FastifyInstance): void {
  app.get('/favicon.svg', { config: { policy: 'public' } }, async (request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').header('vary', 'host')
    return renderFavicon(getTheme(getRequestBrand(request)))
  })
  app.get('/apple-touch-icon.png', { config: { policy: 'public' } }, async (request, reply) => {
    reply.type('image/png').header('cache-control', 'public, max-age=86400').header('vary', 'host')
    return readFile(getTouchIcon(getTheme(getRequestBrand(request))))
  })
  app.get('/favicon.ico', { config: { policy: 'public' } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').redirect('/favicon.svg', 302),
  )
}

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
