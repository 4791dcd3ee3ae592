import { type Html, html } from '#html/html.ts'
import { type Page, renderDocument } from './page.ts'

/** Renders a page with one message and one link. */
export function renderMessagePage(
  page: Page,
  message: { title: string; text: string; to: { address: string; label: string } },
): string {
  return renderDocument(page, message.title, renderContent(message))
}

/** Renders the page for a request that the provider refused, or failed to answer; contains no data of the request. */
export function renderErrorPage(page: Page, isServerError: boolean): string {
  const { text } = page
  return renderMessagePage(page, {
    title: text('app.error.title'),
    text: isServerError ? text('sign-in.unavailable') : text('app.error.text'),
    to: { address: '/', label: text('sign-in.submit') },
  })
}

function renderContent({
  title,
  text,
  to,
}: {
  title: string
  text: string
  to: { address: string; label: string }
}): Html {
  return html`<h1>${title}</h1>
<p class="lead" role="status">${text}</p>
<a class="primary" href="${to.address}">${to.label}</a>`
}
