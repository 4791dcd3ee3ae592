import { html } from '#html/html.ts'
import { errorSummary, type FieldErrors } from './field-errors.ts'
import { alert, emailField, field, form } from './fields.ts'
import { type Page, renderDocument } from './page.ts'

export interface SignInState {
  /** Path of the interaction; the paths of the other pages start with it. */
  base: string
  csrfToken: string
  email?: string
  alert?: string
  errors?: FieldErrors
}

export function signInPage(
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
      autocomplete: 'current-password',
      error: errors.password,
      focus: Boolean(email) && !errors.email,
    }),
  ]
  return renderDocument(
    page,
    text('sign-in.submit'),
    html`<h1>${text('sign-in.title')}</h1>
${alert(message)}
${errorSummary(page, errors)}
${form(csrfToken, fields, text('sign-in.submit'))}
<p class="links"><a href="${base}/forgotten">${text('sign-in.forgot')}</a><a href="${base}/sign-up">${text('sign-in.create-account')}</a></p>`,
  )
}
