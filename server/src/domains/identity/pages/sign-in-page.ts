import { html } from '#html/html.ts'
import { type FieldErrors, renderErrorSummary } from './field-errors.ts'
import { renderAlert, renderEmailField, renderField, renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'
import { renderPasskeyOffer } from './passkey-offer.ts'
import { renderTerms } from './terms.ts'

export interface SignInState {
  /** Path of the interaction; the paths of the other pages start with it. */
  base: string
  csrfToken: string
  email?: string
  alert?: string
  errors?: FieldErrors
  /** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
  passkeyOptions: object
}

export function renderSignInPage(
  page: Page,
  { base, csrfToken, email, alert: message, errors = {}, passkeyOptions: options }: SignInState,
): string {
  const { text } = page
  const fields = [
    renderEmailField(page, {
      value: email,
      error: errors.email,
      focus: !email || Boolean(errors.email),
      // Lists passkeys, too (WebAuthn Level 3, 5.1.4).
      autocomplete: 'username webauthn',
    }),
    renderField({
      name: 'password',
      label: text('sign-in.password'),
      type: 'password',
      autocomplete: 'current-password',
      error: errors.password,
      reveal: text('sign-in.show-password'),
      focus: Boolean(email) && !errors.email,
    }),
  ]
  return renderDocument(
    page,
    text('sign-in.submit'),
    html`<h1>${text('sign-in.title')}</h1>
${renderAlert(message)}
${renderErrorSummary(page, errors)}
${renderForm(csrfToken, fields, text('sign-in.submit'), { after: renderPasskeyOffer(page, { label: text('sign-in.use-passkey'), options }) })}
<p class="links"><a href="${base}/forgotten">${text('sign-in.forgot')}</a><a href="${base}/sign-up">${text('sign-in.create-account')}</a></p>`,
  )
}

export function renderForgotPasswordPage(
  page: Page,
  { base, csrfToken, email, alert: message, errors = {} }: SignInState,
): string {
  const { text } = page
  return renderDocument(
    page,
    text('sign-in.reset.title'),
    html`<h1>${text('sign-in.reset.title')}</h1>
<p class="lead">${text('sign-in.reset.text')}</p>
${renderAlert(message)}
${renderForm(csrfToken, [renderEmailField(page, { value: email, error: errors.email, focus: true })], text('sign-in.reset.submit'))}
<p class="links"><a href="${base}">${text('sign-in.reset.back')}</a></p>`,
  )
}

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
