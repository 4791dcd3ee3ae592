import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBrandByHost, findHostRedirect, getEnvironmentByHost, getTheme } from '#brands/index.ts'
import type { Accent, Brand, Locale, VendorTheme } from '#contract/brands.ts'
import { webAddress } from '#contract/input/web-address.ts'
import { COOKIE_SETTINGS_PATH, WITHDRAWAL_PATH } from '#contract/pages.ts'
import type { Context } from '#server/context.ts'
import { defineDomain } from '#server/domain.ts'
import { getScheme } from '#server/http/origin.ts'
import type { Config } from '#server/platform/config/config.ts'
import { filterThirdParties, getThirdParties } from '#server/platform/config/third-parties.ts'
import { type FooterLink, listFooterLinks } from '#server/platform/i18n/footer-links.ts'
import { getTranslator, type Translate, toSupportedLocale } from '#server/platform/i18n/translate.ts'
import type { EmailLink } from '#server/platform/mail/email-link.ts'
import {
  type EmailColours,
  type EmailContent,
  type EmailDesign,
  renderEmail,
} from '#server/platform/mail/email-template.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createRequestFacts, type RequestFacts } from '#server/platform/mail/request-facts.ts'
import { getRequestBrand, getRequestHost } from './brand-of-request.ts'
import { getBrandOrigin } from './brand-origin.ts'
import { brandRoutes } from './routes.ts'
import { refuseUnknownHosts } from './unknown-hosts.ts'

export { getBrandById, getRequestBrand } from './brand-of-request.ts'
export { getBrandOrigin } from './brand-origin.ts'
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

/** What the mails of a brand have in common, in one language. */
interface BrandMail {
  locale: Locale
  text: Translate
  /** Creates a link to a path of the brand's site. */
  link: (path: `/${string}`) => EmailLink
  care: { action: string; address: EmailLink }
  /** Lists the rows that name the account, and when and on which device its act was requested. */
  requestFacts: (request: RequestFacts) => (readonly [name: string, value: string])[]
  render: (content: Omit<EmailContent, 'lang' | 'footer'>) => MailMessage
}

/** Creates what writes a mail of the brand: its texts, its links, and its rendering in the brand's design. */
export function createBrandMail(
  config: Pick<Config, 'publicOrigin' | 'port'>,
  brand: Brand,
  preferredLocale: string = brand.locale,
): BrandMail {
  const locale = toSupportedLocale(preferredLocale)
  const text = getTranslator(locale)
  const footer = text('mail.footer', { brand: brand.name })
  return {
    locale,
    text,
    link: path => createEmailLink(config, brand, path),
    care: { action: text('app.contact-customer-care'), address: getShopLink(brand, 'contact') },
    requestFacts: request => createRequestFacts(text, locale, brand.timeZone, request),
    render: content => renderEmail(toEmailDesign(config, brand), { lang: locale, footer, ...content }),
  }
}

/** Returns sender and design of the brand's mails. */
function toEmailDesign(config: Pick<Config, 'publicOrigin' | 'port'>, brand: Brand): EmailDesign {
  const { light, dark, logo } = getTheme(brand)
  return {
    from: brand.mailSender,
    wordmark: logo.wordmark,
    ...toEmailColours(light),
    dark: toEmailColours(dark),
    footerLinks: listEmailFooterLinks(config, brand),
  }
}

const toEmailColours = ({ accent, ink, text }: Pick<Accent, 'accent' | 'ink' | 'text'>): EmailColours => ({
  accent,
  onAccent: ink,
  link: text,
})

/** Creates the link of a mail to a path of the brand's site, on the brand's canonical origin. */
export const createEmailLink = (
  config: Pick<Config, 'publicOrigin' | 'port'>,
  brand: Brand,
  path: `/${string}`,
): EmailLink => (getBrandOrigin(config, brand) + path) as EmailLink

/** Returns the link of a mail to a page of the brand's shop, from the brand's file. */
export const getShopLink = ({ addresses }: Brand, page: 'shop' | 'contact'): EmailLink =>
  addresses[page] as EmailLink

/** Lists the links at the end of every mail of the brand, from its file. */
const listEmailFooterLinks = (
  config: Pick<Config, 'publicOrigin' | 'port'>,
  brand: Brand,
): FooterLink<EmailLink>[] =>
  listFooterLinks<EmailLink>(brand, createEmailLink(config, brand, WITHDRAWAL_PATH))

/** Serves the vendor's logo as favicon, and as the icon of a bookmark on a phone's home screen. */
function serveFavicon(app: FastifyInstance): void {
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
