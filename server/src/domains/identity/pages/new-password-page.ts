import { PASSWORD_MIN } from '#contract/input/password.ts'
import { type Html, html } from '#html/html.ts'
import { type ListedAccess, renderEndedAccess } from './ended-access.ts'
import { renderAlert, renderField, renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'
import { renderPasskeyOffer } from './passkey-offer.ts'
import { renderTerms } from './terms.ts'

export interface NewPasswordState {
  csrfToken: string
  email: string
  /** A refused password, which stays in the masked field; it is not in use. */
  password?: string
  error?: string
}

/** Renders the page behind the mailed link of a forgotten password; `accesses` are those that saving it ends. */
export function renderNewPasswordPage(
  page: Page,
  state: NewPasswordState & { accesses: readonly ListedAccess[] },
): string {
  const { text } = page
  const ends = renderEndedAccess(page, state.accesses)
  return renderDocument(
    page,
    text('sign-in.new-password.title'),
    html`<h1>${text('sign-in.new-password.title')}</h1>
${renderPasswordForm(page, state, text('sign-in.new-password'), text('sign-in.new-password.submit'), ends)}`,
  )
}

export interface FirstPasswordState extends NewPasswordState {
  alert?: string
  /** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
  passkeyOptions: { user: { id: string } }
}

/** Renders the page behind the mailed link of a sign-up; only its form consumes the link. */
export function renderFirstPasswordPage(page: Page, state: FirstPasswordState): string {
  const { text } = page
  const { passkeyOptions: options } = state
  const terms = html`${renderTerms(page)}<input type="hidden" name="handle" value="${options.user.id}">`
  const offer = renderPasskeyOffer(page, { label: text('sign-up.use-passkey'), options, isAlternative: true })
  return renderDocument(
    page,
    text('sign-up.password.title'),
    html`<h1>${text('sign-up.password.title')}</h1>
<p class="lead">${text('sign-up.password.text', { email: state.email })}</p>
${renderAlert(state.alert)}
${renderPasswordForm(page, state, text('sign-in.password'), text('sign-up.submit'), terms, offer)}`,
  )
}

/** Contains the address as a visually hidden field, so that password managers know which entry to update. */
function renderPasswordForm(
  { text }: Page,
  state: NewPasswordState,
  label: string,
  submit: string,
  addition?: Html,
  after?: Html,
): Html {
  const fields = [
    html`<input class="unseen" type="email" name="username" autocomplete="username" value="${state.email}" readonly tabindex="-1" aria-hidden="true">`,
    renderField({
      name: 'password',
      label,
      type: 'password',
      autocomplete: 'new-password',
      value: state.password,
      hint: text('sign-in.password-rule', { count: PASSWORD_MIN }),
      error: state.error,
      reveal: text('sign-in.show-password'),
      focus: true,
    }),
    ...(addition ? [addition] : []),
  ]
  return renderForm(state.csrfToken, fields, submit, { after })
}
