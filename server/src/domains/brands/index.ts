import { defineDomain } from '#server/domain.ts'
import { serveFavicon } from './favicon.ts'
import { redirectHosts } from './redirect.ts'
import { serveRobots } from './robots.ts'
import { brandRoutes } from './routes.ts'
import { refuseUnknownHosts } from './unknown-hosts.ts'

export { getBrandById, getRequestBrand } from './brand-of-request.ts'
export { getBrandOrigin } from './brand-origin.ts'
export { toEmailDesign } from './email-design.ts'
export { createEmailLink, getShopLink } from './email-link.ts'
export { listPageFooterLinks } from './page-footer-links.ts'
export { parseShopAddress } from './shop-address.ts'
export { listShopOrigins } from './shop-origins.ts'

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
