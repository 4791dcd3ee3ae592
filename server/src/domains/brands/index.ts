import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBrandByHost, findHostRedirect, getEnvironmentByHost } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { webAddress } from '#contract/input/web-address.ts'
import { COOKIE_SETTINGS_PATH } from '#contract/pages.ts'
import type { Context } from '#server/context.ts'
import { defineDomain } from '#server/domain.ts'
import { getScheme } from '#server/http/origin.ts'
import type { Config } from '#server/platform/config/config.ts'
import { filterThirdParties, getThirdParties } from '#server/platform/config/third-parties.ts'
import { type FooterLink, listFooterLinks } from '#server/platform/i18n/footer-links.ts'
import { getTranslator } from '#server/platform/i18n/translate.ts'
import { getRequestHost } from './brand-of-request.ts'
import { serveFavicon } from './favicon.ts'
import { brandRoutes } from './routes.ts'
import { refuseUnknownHosts } from './unknown-hosts.ts'

export { getBrandById, getRequestBrand } from './brand-of-request.ts'
export { getBrandOrigin } from './brand-origin.ts'
export { createEmailLink, getShopLink, toEmailDesign } from './email-design.ts'
export { listShopOrigins } from './routes.ts'

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

/**
 * Returns the address in its canonical spelling if browsers may be redirected to it: http or https, without user name
 * and password, on one of these origins. Else undefined.
 */
export function parseShopAddress(address: string, origins: readonly string[]): string | undefined {
  if (!webAddress.safeParse(address).success) return undefined
  const { origin, href } = new URL(address)
  return origins.includes(origin) ? href : undefined
}

/**
 * Lists the links at the end of a page that the server renders: the brand's, and the cookie settings where there is a
 * choice. These pages load nothing that needs consent, so the settings are a page of the web.
 */
export function listPageFooterLinks(config: Pick<Config, 'thirdParties'>, brand: Brand): FooterLink[] {
  const { consent } = filterThirdParties(getThirdParties(config, brand), brand.locale)
  const label = getTranslator(brand.locale)('consent.settings')
  return [...listFooterLinks(brand), ...(consent ? [{ label, address: COOKIE_SETTINGS_PATH }] : [])]
}
