import { readFileSync } from 'node:fs'
import { getTheme } from '#brands/index.ts'
import type { Accent, Brand } from '#contract/brands.ts'
import type { WidgetPage } from '#contract/retailer-widgets.ts'
import { type Html, html, rawHtml } from '#html/html.ts'
import type { FooterLink } from '../../../platform/i18n/footer-links.ts'
import { getTranslator, type Translate } from '../../../platform/i18n/translate.ts'
import type { PagePart } from './page-parts.ts'

const readAsset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const STYLE = minify(readAsset('viewer.css'))
export const SCRIPT = minify(readAsset('viewer.js').replace(/^\s*(\/\/|\/\*\*).*$/gm, ''))

/** The content of a public page. */
export interface Viewer {
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
export function renderViewerStyle(brand: Brand, ratio: number): string {
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
export function renderViewerPage(viewer: Viewer): string {
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
export function renderUnavailablePage(brand: Brand, footerLinks: readonly FooterLink[]): string {
  const title = getTranslator(brand.locale)('widget-viewer.ended')
  const body = html`<body class="ended"><main><h1>${title}</h1></main><footer>${renderBrandMark(brand)}${renderFooterLinks(brand, footerLinks)}</footer></body>`
  return renderDocument(brand, { title, style: renderViewerStyle(brand, 1), head: html``, body })
}

/** Renders one page. Addresses of its pictures are relative to the page; a deleted picture leaves its place empty. */
export function renderPage(
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
