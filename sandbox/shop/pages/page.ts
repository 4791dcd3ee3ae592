import type { Brand, VendorTheme } from '#contract/brands.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { type Html, html } from '#html/html.ts'
import { findArticle, getPrintSize, type Prices, type PrintSize } from '../catalog.ts'
import type { Texts } from '../texts/texts.ts'
import { getAssetAddress } from './assets.ts'

/** Brand, theme and texts of a page. */
export interface Page extends Texts {
  brand: Brand
  theme: VendorTheme
  /** Address of the customer's library, for links back. */
  library: string
  prices: Prices
}

export const formatSize = ({ short, long }: PrintSize) => `${short / 10} × ${long / 10}`

/** Names what the shop sells by its code, with its variant: 'Prints 10 × 15 cm'. */
export function nameArticle({ text }: Pick<Page, 'text'>, code: string): string {
  const article = findArticle(code)
  if (!article) return text('order.product', { size: formatSize(getPrintSize(code)) })
  const { kind, variant } = article
  return kind === 'studio-pack' ? text('product.pack', { variant }) : `${text(`kind.${kind}`)} ${variant}`
}

/** Renders the whole HTML document. Its script is an enhancement, every page works without it. */
export function renderDocument(page: Page, title: string, content: Html, { refresh = false } = {}): Html {
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
<link rel="icon" href="${getAssetAddress(`favicon-${theme.vendor}.svg`)}" type="image/svg+xml">
<link rel="preload" href="${getAssetAddress('figtree-latin.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${getAssetAddress('shop.css')}">
<link rel="stylesheet" href="${getAssetAddress(`theme-${theme.vendor}.css`)}">
<script type="module" src="${getAssetAddress('editor.js')}"></script>
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
<footer class="foot"><a class="plain" href="${new URL(WITHDRAWAL_PATH, page.library)}">${text('withdrawals.link')}</a></footer>
</body>
</html>`
}

/** Renders a page with one message and one link. */
export function renderMessagePage(
  page: Page,
  message: { title: string; text: string; to?: { address: string; label: string } | undefined },
): Html {
  const to = message.to ?? { address: page.library, label: page.text('back-to-photos') }
  return renderDocument(
    page,
    message.title,
    html`<div class="message"><h1>${message.title}</h1>
<p>${message.text}</p>
<a class="primary" href="${to.address}">${to.label}</a></div>`,
  )
}

/** Renders a text field with its problem; `attributes` are those of the input. */
export const renderInput = (
  name: string,
  label: string,
  attributes: Html,
  { problem, look = '' }: { problem: string | undefined; look?: string },
): Html =>
  html`<div class="field${look}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}"${attributes}${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}>
${problem && html`<p class="error" id="${name}-problem">${problem}</p>`}</div>`
