import { html } from '#html/html.ts'
import { renderForm } from './fields.ts'
import { type Page, renderDocument } from './page.ts'

/** Renders the page behind the mailed link that stops a change of the e-mail address. */
export function renderStopEmailChangePage(page: Page, { csrfToken }: { csrfToken: string }): string {
  const { text } = page
  return renderDocument(
    page,
    text('stop-email-change.title'),
    html`<h1>${text('stop-email-change.title')}</h1>
<p class="lead">${text('stop-email-change.text')}</p>
${renderForm(csrfToken, [], text('stop-email-change.submit'))}`,
  )
}
