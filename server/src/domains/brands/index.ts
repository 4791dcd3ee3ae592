import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBrandByHost, findHostRedirect, getEnvironmentByHost } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { defineDomain } from '#server/domain.ts'
import { getScheme } from '#server/http/origin.ts'
import { getRequestHost } from './brand-of-request.ts'
import { serveFavicon } from './favicon.ts'
import { brandRoutes } from './routes.ts'
import { refuseUnknownHosts } from './unknown-hosts.ts'

export { getBrandById, getRequestBrand } from './brand-of-request.ts'
export { getBrandOrigin } from './brand-origin.ts'
export { createEmailLink, getShopLink, toEmailDesign } from './email-design.ts'
export { listPageFooterLinks } from './page-footer-links.ts'
export { listShopOrigins } from './routes.ts'
export { parseShopAddress } from './shop-address.ts'

/** The brand of a host, its public configuration, redirects, robots.txt and favicon. */
export const brands = defineDomain({
  name: 'brands',
  dependsOn: [],
  routes: brandRoutes,
  mount(app, ctx) {
    refuseUnknownHosts(app, ctx)
    redirectHosts(app, ctx)
    serveRobots(app)
    serveFavicon(app)
  },
})

/** Redirects alias hosts permanently, with path and query. 308, so that the method is preserved. */
function redirectHosts(app: FastifyInstance, { config }: Context): void {
  const scheme = getScheme(config)
  app.addHook('onRequest', (request, reply, done) => {
    const host = getRequestHost(request)
    const target = findHostRedirect(host)
    if (!target) return done()
    const port = /:\d+$/.exec(host)?.[0] ?? ''
    // The target's origin is prepended, so that a path that starts with two slashes cannot become another host.
    reply.redirect(`${scheme}://${target}${port}${request.raw.url ?? '/'}`, 308)
  })
}

/**
 * Allows search engines to index only the root path of production hosts, by a header. robots.txt must allow
 * everything in production, because crawlers never see the header of a page that they may not fetch.
 */
function serveRobots(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!mayBeIndexed(request)) reply.header('x-robots-tag', 'noindex')
    done()
  })
  app.get('/robots.txt', { config: { policy: 'public' } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return `User-agent: *\n${isProduction(request) ? 'Allow: /' : 'Disallow: /'}\n`
  })
}

function mayBeIndexed(request: FastifyRequest): boolean {
  return isProduction(request) && /^\/(\?|$)/.test(request.raw.url ?? '')
}

function isProduction(request: FastifyRequest): boolean {
  const host = getRequestHost(request)
  return findBrandByHost(host) !== undefined && getEnvironmentByHost(host) === 'production'
}
