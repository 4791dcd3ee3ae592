import type { FastifyInstance } from 'fastify'
import { themeOf } from '#brands/index.ts'
import type { VendorTheme } from '#contract/brands.ts'
import { brandOfRequest } from './brand-of-request.ts'

/** Serves the vendor's logo as favicon (AA-029). */
export function serveFavicon(app: FastifyInstance): void {
  app.get('/favicon.svg', { config: { policy: 'public' } }, async (request, reply) => {
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').header('vary', 'host')
    return renderFavicon(themeOf(brandOfRequest(request)))
  })
  app.get('/favicon.ico', { config: { policy: 'public' } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').redirect('/favicon.svg', 302),
  )
}

/** The logo's 24 × 24 drawing in the middle of the 32 × 32 tile. */
function renderFavicon({ favicon: { background, ink, radius }, logo }: VendorTheme): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${background}"/>` +
    `<path transform="translate(6 6) scale(.8333)" d="${logo.d}" fill="none" stroke="${ink}" stroke-width="${logo.strokeWidth}" ` +
    'stroke-linecap="round" stroke-linejoin="round"/></svg>'
  )
}
