import { type Html, html } from '#html/html.ts'
import type { Complaints } from '../complaints/complaints.ts'
import { COMPLAINT_ACTIONS } from '../complaints/decide-complaint.ts'
import { type Page, renderDocument } from './page.ts'

export interface ComplaintsView {
  complaints: ReturnType<Complaints['list']>
  csrfToken: string
  result: 'done' | 'not-possible' | 'failed' | undefined
}

/** Renders the complaints with what both sides have said, their photos and a button for each action. */
export function renderComplaintsPage(page: Page, { complaints, csrfToken, result }: ComplaintsView): string {
  const { text } = page
  const title = text('complaints.title')
  const content = html`<h1>${title}</h1>
<p class="secondary">${text('complaints.text')}</p>
${result && html`<p class="${result === 'done' ? 'notice' : 'alert'}" role="status">${text(`office.result.${result}`)}</p>`}
${complaints.length === 0 && html`<p class="notice">${text('complaints.none')}</p>`}
<ul class="office">${complaints.map(each => renderComplaint(page, each, csrfToken))}</ul>
<a class="plain" href="/back-office">${text('office.title')}</a>`
  return renderDocument(page, title, content)
}

function renderComplaint(
  page: Page,
  { complaintId, complaint: { sent, state } }: ComplaintsView['complaints'][number],
  csrfToken: string,
): Html {
  const { text } = page
  const isClosed = sent.isClosed || state?.state === 'closed'
  return html`<li id="${complaintId}"><h2>${text('order.code', { code: sent.orderCode })}</h2>
<p><strong>${isClosed ? 'closed' : (state?.state ?? 'sent')}</strong> <span class="secondary">${page.dateTime(sent.submittedAt)} · ${sent.productCodes.join(', ')} · ${sent.reason} · ${sent.wish}</span></p>
<blockquote>${sent.text}</blockquote>
<p>${sent.attachments.map(({ id }) => html`<img src="/back-office/complaints/photos/${id}" alt="" width="160"> `)}</p>
${state?.messages.map(message => html`<p class="secondary">→ ${message.text}</p>`)}
${sent.messages.map(message => html`<blockquote>${message.text}</blockquote>`)}
<form method="post" action="/back-office/complaints/${complaintId}" class="office-form">
<input type="hidden" name="check" value="${csrfToken}">
<div class="field"><label for="${complaintId}-words">${text('complaints.words')}</label>
<textarea id="${complaintId}-words" name="words" rows="2" maxlength="2000"></textarea></div>
<p class="buttons">${COMPLAINT_ACTIONS.map(
    action =>
      html`<button class="quiet" name="action" value="${action}"${isClosed && html` disabled`}>${text(`complaints.${action}`)}</button>`,
  )}</p>
</form></li>`
}
