import { html } from '#html/html.ts'
import { renderAlert, renderEmailField, renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'
import type { SignInState } from './sign-in-page.ts'

/** Asks for the address only: the password is chosen behind the mailed link. */
export function renderSignUpPage(
  page: Page,
  { base, csrfToken, email, alert: message, errors = {} }: SignInState,
): string {
  const { text } = page
  return renderDocument(
    page,
    text('sign-up.title'),
    html`<h1>${text('sign-up.title')}</h1>
<p class="lead">${text('sign-up.text')}</p>
${renderAlert(message)}
${renderForm(csrfToken, [renderEmailField(page, { value: email, error: errors.email, focus: true })], text('sign-in.reset.submit'))}
<p class="links"><a href="${base}">${text('sign-up.have-account')}</a></p>`,
  )
}
