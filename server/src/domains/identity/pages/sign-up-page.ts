import { html } from '#html/html.ts'
import { PASSWORD_MIN } from '../sign-in/passwords.ts'
import { errorSummary } from './field-errors.ts'
import { alert, emailField, field, form } from './fields.ts'
import { type Page, renderDocument } from './page.ts'
import type { SignInState } from './sign-in-page.ts'

export function signUpPage(
  page: Page,
  { base, csrfToken, email, alert: message, errors = {} }: SignInState,
): string {
  const { text } = page
  const fields = [
    emailField(page, { value: email, error: errors.email, focus: !email || Boolean(errors.email) }),
    field({
      name: 'password',
      label: text('sign-in.password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: text('sign-in.password-rule', { count: PASSWORD_MIN }),
      error: errors.password,
      focus: Boolean(errors.password) && !errors.email,
    }),
  ]
  return renderDocument(
    page,
    text('sign-up.title'),
    html`<h1>${text('sign-up.title')}</h1>
${alert(message)}
${errorSummary(page, errors)}
${form(csrfToken, fields, text('sign-up.submit'))}
<p class="links"><a href="${base}">${text('sign-up.have-account')}</a></p>`,
  )
}

/** The page behind the mailed link; only its button consumes the link. */
export function confirmPage(page: Page, csrfToken: string, email: string): string {
  const { text } = page
  return renderDocument(
    page,
    text('sign-up.confirm.title'),
    html`<h1>${text('sign-up.confirm.title')}</h1>
<p class="lead">${text('sign-up.confirm.text', { email })}</p>
${form(csrfToken, [], text('sign-up.confirm.submit'))}`,
  )
}
