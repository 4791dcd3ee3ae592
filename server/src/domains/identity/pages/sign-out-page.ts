import { html, rawHtml } from '#html/html.ts'
import { type Page, renderDocument } from './page.ts'

/**
 * Asks for confirmation. `form` is the provider's, with its own CSRF token; our button is outside and refers to it by
 * id.
 */
export function renderSignOutPage(page: Page, form: string): string {
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
