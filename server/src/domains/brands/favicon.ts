import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { getTheme } from '#brands/index.ts'
import { getRequestBrand } from './brand-of-request.ts'
import { getTouchIcon, renderFavicon } from './vendor-icons.ts'

/** Serves the vendor's logo as favicon (AA-029), and as the icon of a bookmark on a phone's home screen. */
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
