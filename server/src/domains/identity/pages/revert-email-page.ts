import { html } from '#html/html.ts'
import { renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'

/** Renders the page behind the link that restores a former e-mail address. */
export function renderRevertEmailPage(page: Page, state: { csrfToken: string; email: string }): string {
  const { text } = page
  return renderDocument(
    page,
    text('revert-email.title'),
    html`<h1>${text('revert-email.title')}</h1>
<p class="lead">${text('revert-email.text', { email: state.email })}</p>
${renderForm(state.csrfToken, [], text('revert-email.submit'))}`,
  )
}
