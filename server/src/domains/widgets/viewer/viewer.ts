import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getTheme } from '#brands/index.ts'
import type { Accent, Brand } from '#contract/brands.ts'
import type { WidgetPage } from '#contract/retailer-widgets.ts'
import { type Html, html, rawHtml } from '#html/html.ts'
import type { Context } from '../../../context.ts'
import type { FooterLink } from '../../../platform/i18n/footer-links.ts'
import { getTranslator, type Translate } from '../../../platform/i18n/translate.ts'
import { getBrandById, getRequestBrand, listPageFooterLinks } from '../../brands/index.ts'
import { findActiveCustomer } from '../../customers/index.ts'
import { findShownPhotoIds } from '../pictures.ts'
import { getAspectRatio, getDetails } from '../present.ts'
import { createPictureUrl, createPublicUrl, getViewerOrigin, VIEWER_PATH } from '../public-address.ts'
import { listPublicWidgets, type OrderedWidget } from '../store.ts'
import { type PagePart, selectPart } from './page-parts.ts'
import { PUBLIC_ID } from './pictures.ts'

/**
 * Serves the public page of a widget to everyone with its link, also inside pages of other sites. The page has no code
 * of the app, sets no cookie and is not indexed. A link that shows nothing answers 410 whatever the reason, so that
 * unknown, replaced, deleted and blocked links cannot be told apart.
 */
export function serveViewer(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { publicId: string }; Querystring: { part?: unknown } }>(
    `${VIEWER_PATH}/:publicId`,
    {
      config: {
        policy: 'public',
        securityHeaders: {
          'x-frame-options': null,
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
        },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const viewer = await findViewer(ctx, params.publicId, parsePartNumber(query.part))
      if (viewer)
        return sendPage(reply, 200, renderViewerPage(viewer), renderViewerStyle(viewer.brand, viewer.ratio))
      const brand = getRequestBrand(request)
      return sendPage(
        reply,
        410,
        renderUnavailablePage(brand, listPageFooterLinks(ctx.config, brand)),
        renderViewerStyle(brand, 1),
      )
    },
  )
}

const parsePartNumber = (part: unknown): number =>
  typeof part === 'string' && /^[1-9]\d{0,3}$/.test(part) ? Number(part) : 1

async function findViewer(ctx: Context, publicId: string, partNumber: number): Promise<Viewer | null> {
  if (!PUBLIC_ID.test(publicId)) return null
  const [widget] = await listPublicWidgets(ctx.db, { publicIds: [publicId] })
  const customer = widget && (await findActiveCustomer(ctx.db, widget.account_id))
  if (!customer) return null
  const photoIds = (await findShownPhotoIds(ctx, widget.account_id, [widget])).get(widget.product_code)!
  if (photoIds.length === 0) return null
  const brand = getBrandById(customer.brand_id)
  const text = getTranslator(brand.locale)
  const availablePhotoIds = new Set(photoIds)
  const { pages } = widget.body
  const markup = pages.map((page, index) =>
    renderPage(page, index + 1, { publicId, availablePhotoIds, text }),
  )
  const part = selectPart(markup, partNumber)
  if (!part) return null
  const origin = getViewerOrigin(ctx, customer)
  return {
    brand,
    ...getDetails(widget),
    byline: renderByline(widget, customer.first_name, brand),
    ratio: getAspectRatio(widget.body),
    pageCount: pages.length,
    part,
    address: createPublicUrl(origin, publicId),
    picture: createPictureUrl(origin, publicId, photoIds[0]!),
    footerLinks: listPageFooterLinks(ctx.config, brand),
  }
}

function renderByline({ body }: OrderedWidget, firstName: string | null, { locale }: Brand): string {
  const { productName: product } = body
  if (!product || !firstName) return product ?? firstName ?? ''
  return getTranslator(locale)('widget-viewer.byline', { product, name: firstName })
}

function sendPage(reply: FastifyReply, status: number, page: string, style: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${createSourceHash(style)}`,
    `script-src ${SCRIPT_HASH}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ]
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy.join('; '))
    .send(page)
}

const createSourceHash = (source: string) =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`

const readAsset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const STYLE = minify(readAsset('viewer.css'))
const SCRIPT = minify(readAsset('viewer.js').replace(/^\s*(\/\/|\/\*\*).*$/gm, ''))
const SCRIPT_HASH = createSourceHash(SCRIPT)

/** The content of a public page. */
interface Viewer {
  brand: Brand
  title: string
  description: string
  /** 'Photo book by Anna'. */
  byline: string
  /** Width of a page divided by its height. */
  ratio: number
  pageCount: number
  part: PagePart
  /** Absolute addresses, for previews of the link. */
  address: string
  picture: string
  footerLinks: readonly FooterLink[]
}

/** Renders the style of a page, which depends on the brand and on the format. */
function renderViewerStyle(brand: Brand, ratio: number): string {
  const { light, dark } = getTheme(brand)
  const tokens = (['accent', 'ink', 'text'] as const).map(
    name => `${CSS_VARIABLES[name]}:light-dark(${light[name]},${dark[name]})`,
  )
  return `${STYLE}:root{--ratio:${ratio};${tokens.join(';')}}`
}

const CSS_VARIABLES: Record<keyof Pick<Accent, 'accent' | 'ink' | 'text'>, string> = {
  accent: '--accent',
  ink: '--accent-ink',
  text: '--accent-text',
}

/** Renders the document of a widget: a strip of pages that scrolls sideways and snaps to one page or to two. */
function renderViewerPage(viewer: Viewer): string {
  const { brand, title, byline, pageCount, part, ratio } = viewer
  const text = getTranslator(brand.locale)
  const { start, end, spreads, previous, next } = part
  // The script sets the numbers.
  const pageNumbers = {
    one: text('widget-viewer.page', { page: '{page}', count: pageCount }),
    two: text('widget-viewer.pages', { from: '{from}', to: '{to}', count: pageCount }),
  }
  const pageRange = text('widget-viewer.pages', { from: start, to: end, count: pageCount })
  const body = html`<body>
<header><div><h1>${title}</h1><p>${byline}</p></div>
<button class="share" type="button" data-copied="${text('widget-viewer.copied')}" hidden>${renderIcon(SHARE_ICON)}<span>${text('widget-viewer.share')}</span></button></header>
<main><div class="strip" tabindex="0" role="region" aria-label="${title}">
${renderPartLink(previous, text('widget-viewer.previous'))}${spreads}${renderPartLink(next, text('widget-viewer.next'))}</div>
<button class="arrow previous" type="button" aria-label="${text('widget-viewer.previous')}" hidden>${renderIcon('m15 18-6-6 6-6')}</button>
<button class="arrow next" type="button" aria-label="${text('widget-viewer.next')}" hidden>${renderIcon('m9 18 6-6-6-6')}</button></main>
<footer><span class="progress"><b></b></span>${renderBrandMark(brand)}
<span role="status" data-pages="${pageCount}" data-one="${pageNumbers.one}" data-two="${pageNumbers.two}">${pageRange}</span>
<a href="${brand.addresses.shop}" target="_blank" rel="noopener">${text('widget-viewer.shop')}</a>${renderFooterLinks(brand, viewer.footerLinks)}</footer>
<script>${rawHtml(SCRIPT)}</script>
</body>`
  return renderDocument(brand, {
    title,
    style: renderViewerStyle(brand, ratio),
    head: renderSocialTags(viewer),
    body,
  })
}

/** Renders the document for a link that shows nothing, whatever the reason. */
function renderUnavailablePage(brand: Brand, footerLinks: readonly FooterLink[]): string {
  const title = getTranslator(brand.locale)('widget-viewer.ended')
  const body = html`<body class="ended"><main><h1>${title}</h1></main><footer>${renderBrandMark(brand)}${renderFooterLinks(brand, footerLinks)}</footer></body>`
  return renderDocument(brand, { title, style: renderViewerStyle(brand, 1), head: html``, body })
}

/** Renders one page. Addresses of its pictures are relative to the page; a deleted picture leaves its place empty. */
function renderPage(
  { pictures, text: pageText }: WidgetPage,
  number: number,
  {
    publicId,
    availablePhotoIds,
    text,
  }: { publicId: string; availablePhotoIds: ReadonlySet<string>; text: Translate },
): Html {
  const isFull = pictures.length === 1 && !pageText
  const size = pictures.length > 1 ? 800 : 1300
  const label = text('widget-viewer.picture', { page: number })
  const renderPicture = ({ photoId }: { photoId: string }) =>
    availablePhotoIds.has(photoId)
      ? html`<img src="${publicId}/${photoId}/${size}" alt="${label}" loading="lazy">`
      : html`<span class="gone" role="img" aria-label="${text('widget-viewer.gone')}"></span>`
  const content = pictures.map(renderPicture)
  if (isFull) return html`<div class="page" id="p${number}">${content}</div>`
  const grid =
    content.length > 0 &&
    html`<div class="grid${LAYOUT_CLASSES[pictures.length] ?? ' many'}">${content}</div>`
  return html`<div class="page leaf" id="p${number}">${grid}${pageText && html`<p>${pageText}</p>`}</div>`
}

/** Class of a page by the number of its pictures. */
const LAYOUT_CLASSES = ['', '', '', ' p3', ' p4']

const SHARE_ICON =
  'M18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm12 7a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.6 13.5l6.8 4m0-11-6.8 4'

const renderIcon = (d: string): Html =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${d}"/></svg>`

const renderPartLink = (part: number | null, label: string) =>
  part !== null && html`<p class="parts"><a href="?part=${part}">${label}</a></p>`

/** The links open beside the page, which may be part of another site's. */
function renderFooterLinks(brand: Brand, links: readonly FooterLink[]): Html {
  const label = getTranslator(brand.locale)('menu.legal')
  return html`<nav aria-label="${label}">${links.map(link => html`<a href="${link.address}" target="_blank" rel="noopener">${link.label}</a>`)}</nav>`
}

function renderBrandMark(brand: Brand): Html {
  const { logo } = getTheme(brand)
  return html`<span class="brand"><i>${html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${logo.d}"/></svg>`}</i>${logo.wordmark}</span>`
}

/** Tags from which messengers render a preview of the link. */
const renderSocialTags = ({ title, byline, description, address, picture }: Viewer): Html =>
  html`<meta property="og:type" content="website"><meta property="og:title" content="${title}"><meta property="og:description" content="${description || byline}"><meta property="og:url" content="${address}"><meta property="og:image" content="${picture}">`

function renderDocument(
  brand: Brand,
  { title, style, head, body }: { title: string; style: string; head: Html; body: Html },
): string {
  return html`<!doctype html>
<html lang="${brand.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}
<style>${rawHtml(style)}</style>
</head>
${body}
</html>`.markup
}

/** Removes indentation and line breaks, which have no meaning in the styles and scripts of this folder. */
function minify(source: string): string {
  return source.replace(/\n\s*/g, '\n').trim()
}
