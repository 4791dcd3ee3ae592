import { html, rawHtml } from '#html/html.ts'
import { type Page, renderDocument } from './page.ts'

/** Asks once. `form` is the provider's, with its own proof of origin; the button stands outside of it. */
export function signOutPage(page: Page, form: string): string {
  const { text } = page
  return renderDocument(
    page,
    text('sign-out.title'),
    html`<h1>${text('sign-out.title')}</h1>
${rawHtml(form)}
<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${text('sign-out.submit')}</button>
<p class="links"><a href="/">${text('sign-out.stay')}</a></p>`,
  )
}
