import { getTheme } from '#brands/index.ts'
import type { Brand, VendorTheme } from '#contract/brands.ts'
import { type Html, html } from '#html/html.ts'
import { getTranslator, type Translate } from '#server/platform/i18n/translate.ts'
import { getAssetAddress } from './assets.ts'

/** The brand, its theme and its translator, which every page needs. */
export interface Page {
  brand: Brand
  theme: VendorTheme
  text: Translate
}

export function createPage(brand: Brand): Page {
  return { brand, theme: getTheme(brand), text: getTranslator(brand.locale) }
}

/** Renders the HTML document: a photo wall on the left of wide screens, one column of content, no script. */
export function renderDocument(page: Page, title: string, content: Html): string {
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
<link rel="stylesheet" href="${getAssetAddress('pages.css')}">
<link rel="stylesheet" href="${getAssetAddress(`theme-${page.theme.vendor}.css`)}">
</head>
<body>
<div class="sheet">
<div class="photo-wall" aria-hidden="true">${PHOTO_WALL}</div>
<main>
<div class="column">
${renderLogo(page)}
${content}
</div>
</main>
</div>
</body>
</html>`.markup
}

function renderLogo({ theme, brand }: Page): Html {
  return html`<a class="logo" href="/" aria-label="${brand.name}"><span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${theme.logo.d}" stroke-width="${theme.logo.strokeWidth}"/></svg></span>${theme.logo.wordmark}</a>`
}

/** Twelve pictures, positioned by pages.css on wide screens. */
const PHOTO_WALL = Array.from({ length: 12 }, () => html`<i></i>`)
