import { html } from '#html/html.ts'
import { renderAlert, renderEmailField, renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'
import type { SignInState } from './sign-in-page.ts'
import { renderTerms } from './terms.ts'

/** Asks for the address only: the password is chosen behind the mailed link. */
export function renderSignUpPage(
  page: Page,
  { base, csrfToken, email, alert: message, errors = {} }: SignInState,
): string {
  const { text } = page
  const fields = [
    renderEmailField(page, { value: email, error: errors.email, focus: true }),
    renderTerms(page),
  ]
  return renderDocument(
    page,
    text('sign-up.title'),
    html`<h1>${text('sign-up.title')}</h1>
<p class="lead">${text('sign-up.text')}</p>
${renderAlert(message)}
${renderForm(csrfToken, fields, text('sign-in.reset.submit'))}
<p class="links"><a href="${base}">${text('sign-up.have-account')}</a></p>`,
  )
}
