import { type Html, html } from '#html/html.ts'
import { translateParts } from '#server/platform/i18n/translate.ts'
import { renderAlert } from './fields.ts'
import { renderIcon } from './icons.ts'
import { type Page, renderDocument } from './page.ts'

export interface SentState {
  base: string
  csrfToken: string
  email: string
  /** The form that requested the mail. */
  form: 'sign-up' | 'forgotten'
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Seconds until it can be sent again. */
  waitSeconds: number
  /** Hours for which the link works. */
  hours: number
  alert?: string
}

/** Renders what follows a request for a mail: where to look, sending it again, and another address. */
export function renderSentPage(page: Page, state: SentState): string {
  const { text } = page
  const { base, form } = state
  return renderDocument(
    page,
    text('sign-in.reset.sent-title'),
    html`<h1>${text('sign-in.reset.sent-title')}</h1>
<p class="lead" role="status">${renderText(page, state)}</p>
${renderAlert(state.alert)}
<div class="note">${renderIcon('clock')}<p>${text('sign-in.sent.note', { hours: state.hours })}</p></div>
${renderAgain(page, state)}
<p class="links"><a href="${base}/${form}">${text('sign-in.sent.other-address')}</a><a href="${base}">${text('sign-in.reset.back')}</a></p>`,
  )
}

function renderText({ brand }: Page, { form, email }: SentState): Html {
  const id = form === 'sign-up' ? 'sign-up.check-email' : 'sign-in.reset.sent'
  const b = (content: unknown[]) => html`<b>${content}</b>`
  return html`${translateParts<Html>(brand.locale, id, { email, b })}`
}

/** The button can be pressed at any time without script; the server then refuses it until the seconds are over. */
function renderAgain({ text }: Page, { csrfToken, email, sentAt, waitSeconds }: SentState): Html {
  const waiting = text('sign-in.sent.again-in', { time: '{time}' })
  return html`<form method="post" novalidate>
<input type="hidden" name="check" value="${csrfToken}">
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="sentAt" value="${sentAt}">
<button class="secondary" type="submit" data-wait="${waitSeconds}" data-waiting="${waiting}">${renderIcon('refresh-cw')}<span>${text('sign-in.sent.again')}</span></button>
</form>`
}
