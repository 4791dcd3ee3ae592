import { html } from '#html/html.ts'
import { form } from './fields.ts'
import { type Page, renderDocument } from './page.ts'

/** The page behind the link that restores a former e-mail address. */
export function revertEmailPage(page: Page, state: { csrfToken: string; email: string }): string {
  const { text } = page
  return renderDocument(
    page,
    text('revert-email.title'),
    html`<h1>${text('revert-email.title')}</h1>
<p class="lead">${text('revert-email.text', { email: state.email })}</p>
${form(state.csrfToken, [], text('revert-email.submit'))}`,
  )
}
