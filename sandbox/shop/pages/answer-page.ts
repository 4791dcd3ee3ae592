import { html } from '#html/html.ts'
import type { Order } from '../orders/order.ts'
import { type Page, renderDocument, renderMessagePage } from './page.ts'

/** Renders what the shop asks about a stopped order; without name and address, since its address alone opens it. */
export function renderAnswerPage(
  page: Page,
  { order, csrfToken }: { order: Order; csrfToken: string },
): string {
  const { text } = page
  const { notice } = order.state
  if (notice?.kind !== 'hold')
    return renderMessagePage(page, { title: text('answer.done.title'), text: text('answer.done.text') })
  const content = html`<div class="message"><h1>${text('answer.title')}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
<p>${notice.text}</p>
<form method="post" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
<button class="primary" name="answer" value="go-on">${text('answer.go-on')}</button>
<button class="quiet" name="answer" value="cancel">${text('answer.cancel')}</button>
</form>
</div>`
  return renderDocument(page, text('answer.title'), content)
}
