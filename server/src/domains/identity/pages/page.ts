import { getTheme } from '#brands/index.ts'
import type { Brand, VendorTheme } from '#contract/brands.ts'
import { type Html, html } from '#html/html.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { FooterLink } from '#server/platform/i18n/footer-links.ts'
import { getTranslator, type Translate } from '#server/platform/i18n/translate.ts'
import { listPageFooterLinks } from '../../brands/index.ts'
import { getAssetAddress } from './assets.ts'

/** The brand, its theme and its translator, which every page needs. */
export interface Page {
  brand: Brand
  theme: VendorTheme
  text: Translate
  footerLinks: readonly FooterLink[]
}

export function createPage(config: Pick<Config, 'thirdParties'>, brand: Brand): Page {
  return {
    brand,
    theme: getTheme(brand),
    text: getTranslator(brand.locale),
    footerLinks: listPageFooterLinks(config, brand),
  }
}

/**
 * Renders the HTML document: a photo wall on the left of wide screens, one column of content. The layout 'single' has
 * no photo wall, and its column is centred; 'form' has none either, and a wide column for a long form.
 */
export function renderDocument(
  page: Page,
  title: string,
  content: Html,
  layout: 'wall' | 'single' | 'form' = 'wall',
): string {
  const { brand, text } = page
  return html`<!doctype html>
<html lang="${brand.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${text('app.page-title', { page: title, brand: brand.name })}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${getAssetAddress('figtree-latin.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${getAssetAddress('pages.css')}">${layout === 'form' && html`<link rel="stylesheet" href="${getAssetAddress('form.css')}">`}
<link rel="stylesheet" href="${getAssetAddress(`theme-${page.theme.vendor}.css`)}">
<script src="${getAssetAddress('page-script.js')}" defer></script>
</head>
<body>
<div class="sheet${layout !== 'wall' && ` ${layout}`}">
${layout === 'wall' && html`<div class="photo-wall" aria-hidden="true">${PHOTO_WALL}</div>`}
<main>
<div class="column">
${renderLogo(page)}
${content}
</div>
</main>
${renderFooter(page)}
</div>
</body>
</html>`.markup
}

function renderFooter({ text, footerLinks }: Page): Html {
  const links = footerLinks.map(({ label, address }) => html`<a href="${address}">${label}</a>`)
  return html`<footer><nav class="legal" aria-label="${text('menu.legal')}">${links}</nav></footer>`
}

function renderLogo({ theme, brand }: Page): Html {
  return html`<a class="logo" href="/" aria-label="${brand.name}"><span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${theme.logo.d}" stroke-width="${theme.logo.strokeWidth}"/></svg></span>${theme.logo.wordmark}</a>`
}

/** Twelve pictures, positioned by pages.css on wide screens. */
const PHOTO_WALL = Array.from({ length: 12 }, () => html`<i></i>`)
