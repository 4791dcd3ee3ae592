import { type Html, html } from '#html/html.ts'
import type { Order } from '../orders/order.ts'
import { type Page, renderDocument } from '../pages/page.ts'
import { WITHDRAWAL_ACTIONS } from './decisions.ts'
import type { Statement } from './withdrawals.ts'

interface ReceivedWithdrawal {
  withdrawalId: string
  statement: Statement
  /** Absent if it is not matched, or the order is not the shop's. */
  order: Order | undefined
}

/** Renders the statements of withdrawal, the newest first, with the buttons that decide those of an order. */
export function renderWithdrawalsPage(
  page: Page,
  { withdrawals, csrfToken }: { withdrawals: readonly ReceivedWithdrawal[]; csrfToken: string },
): string {
  const { text } = page
  const content = html`<h1>${text('withdrawals.title')}</h1>
<p class="secondary">${text('withdrawals.text')}</p>
${withdrawals.length === 0 && html`<p class="notice">${text('withdrawals.none')}</p>`}
<ul class="office">${withdrawals.map(each => renderWithdrawal(page, each, csrfToken))}</ul>
<a class="plain" href="/back-office">${text('office.title')}</a>`
  return renderDocument(page, text('withdrawals.title'), content)
}

function renderWithdrawal(
  { text, dateTime }: Page,
  { withdrawalId, statement, order }: ReceivedWithdrawal,
  csrfToken: string,
): Html {
  const state = order?.state.withdrawals?.find(each => each.withdrawalId === withdrawalId)?.state
  const { reference, submittedAt, matched, isLate, name, email } = statement
  return html`<li id="${withdrawalId}"><h2>${reference}</h2>
<p><strong>${state ?? text(matched ? 'withdrawals.matched' : 'withdrawals.unmatched')}</strong>${isLate && html` · ${text('withdrawals.late')}`} <span class="secondary">${dateTime(submittedAt)}</span></p>
<p class="secondary">${name} · ${email}</p>
<p>${statement.statement}</p>
${
  order &&
  html`<form method="post" action="/back-office/withdrawals/${withdrawalId}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
${WITHDRAWAL_ACTIONS.map(action => html`<button class="quiet" name="action" value="${action}">${text(`withdrawals.${action}`)}</button>`)}
</form>`
}</li>`
}
