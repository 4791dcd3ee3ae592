import { html } from '#html/html.ts'
import { PASSWORD_MIN } from '../sign-in/passwords.ts'
import { field, form } from './fields.ts'
import { type Page, renderDocument } from './page.ts'

/** The form contains the address as a visually hidden field, so that password managers know which entry to update. */
export function newPasswordPage(
  page: Page,
  state: { csrfToken: string; email: string; error?: string },
): string {
  const { text } = page
  const fields = [
    html`<input class="unseen" type="email" name="username" autocomplete="username" value="${state.email}" readonly tabindex="-1" aria-hidden="true">`,
    field({
      name: 'password',
      label: text('sign-in.new-password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: text('sign-in.password-rule', { count: PASSWORD_MIN }),
      error: state.error,
      focus: true,
    }),
  ]
  return renderDocument(
    page,
    text('sign-in.new-password.title'),
    html`<h1>${text('sign-in.new-password.title')}</h1>
${form(state.csrfToken, fields, text('sign-in.new-password.submit'))}`,
  )
}
