import { type Html, html } from '#html/html.ts'
import { translateParts } from '#server/platform/i18n/translate.ts'
import type { Page } from './page.ts'

/** Renders what a customer agrees to by creating an account, above the button that does it. */
export function renderTerms({ brand }: Page): Html {
  const { terms, privacy } = brand.addresses
  const link = (address: string) => (content: unknown[]) =>
    html`<a href="${address}" target="_blank" rel="noopener">${content}</a>`
  const parts = translateParts<Html>(brand.locale, 'sign-up.terms', {
    terms: link(terms),
    privacy: link(privacy),
  })
  return html`<p class="terms">${parts}</p>`
}
