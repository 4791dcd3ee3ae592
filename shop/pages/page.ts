import { themeOf } from '#brands/index.ts'
import type { Brand, VendorTheme } from '#contract/brands.ts'
import { type Html, html } from '#html/html.ts'
import { type Texts, textsOf } from '../texts/texts.ts'
import { assetAddress } from './assets.ts'

/** What every page of one brand needs. */
export interface Page extends Texts {
  brand: Brand
  theme: VendorTheme
  /** Where the customer's photos are: the way back. */
  library: string
}

export function pageOf(brand: Brand, library: string): Page {
  return { ...textsOf(brand), brand, theme: themeOf(brand), library }
}

/** The whole document. It works without its script, which only saves changes as they are made. */
export function documentOf(page: Page, title: string, content: Html, { refresh = false } = {}): string {
  const { brand, theme, text } = page
  return html`<!doctype html>
<html lang="${page.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refresh && html`<meta http-equiv="refresh" content="3">`}
<title>${text('page.title', { page: title, brand: brand.name })}</title>
<link rel="icon" href="${assetAddress(`favicon-${theme.vendor}.svg`)}" type="image/svg+xml">
<link rel="preload" href="${assetAddress('figtree-latin.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assetAddress('shop.css')}">
<link rel="stylesheet" href="${assetAddress(`theme-${theme.vendor}.css`)}">
<script type="module" src="${assetAddress('editor.js')}"></script>
</head>
<body>
<a class="skip" href="#content">${text('skip')}</a>
<header class="head">
<span class="logo"><span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${theme.logo.d}" stroke-width="${theme.logo.strokeWidth}"/></svg></span>${theme.logo.wordmark}</span>
<a class="plain" href="${page.library}">${text('back-to-photos')}</a>
</header>
<main id="content">
${content}
</main>
</body>
</html>`.markup
}

/** A page that says one thing and offers one way on. */
export function messagePage(
  page: Page,
  message: { title: string; text: string; to?: { address: string; label: string } },
): string {
  const to = message.to ?? { address: page.library, label: page.text('back-to-photos') }
  return documentOf(
    page,
    message.title,
    html`<div class="message"><h1>${message.title}</h1>
<p>${message.text}</p>
<a class="primary" href="${to.address}">${to.label}</a></div>`,
  )
}
