import { ALL_PRODUCTS } from '#contract/input/withdrawal.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import type { StatementInput } from '#contract/withdrawals.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderDocument, renderLinkedText } from '../../identity/index.ts'
import { renderSteps } from './steps.ts'

/**
 * Renders the second step: what is stated, and the button that sends it, whose words the law gives. `waitMinutes`: too many
 * statements came from the network.
 */
export function renderConfirmationPage(
  page: Page,
  statement: StatementInput,
  { waitMinutes }: { waitMinutes?: number } = {},
): string {
  const { text, brand } = page
  const { statementId, name, orderCode, email, products } = statement
  const isAll = products === ALL_PRODUCTS
  const fields = {
    statementId,
    name,
    orderCode,
    email,
    scope: isAll ? 'all' : 'some',
    products: isAll ? '' : products,
  }
  const facts = [
    [text('mail.fact.name'), name],
    [text('mail.order'), orderCode],
    [text('withdrawal.fact.products'), isAll ? text('withdrawal.scope.all') : products],
    [text('withdrawal.fact.recipient'), email],
  ]
  return renderDocument(
    page,
    text('withdrawal.check'),
    html`<h1>${text('withdrawal.check')}</h1>
<p class="lead">${text('withdrawal.check.text')}</p>
${renderSteps(page, 2)}
${waitMinutes !== undefined && html`<div class="summary" role="alert"><h2>${text('withdrawal.limit')}</h2><p>${renderLinkedText(page, 'withdrawal.limit.text', brand.addresses.contact, { minutes: waitMinutes })}</p></div>`}
<dl class="facts">${facts.map(([fact, value]) => html`<div><dt>${fact}</dt><dd>${value}</dd></div>`)}</dl>
<form method="post" action="${WITHDRAWAL_PATH}">
${Object.entries(fields).map(renderHidden)}
<div class="actions">
<button class="primary" type="submit" name="step" value="confirm">${text('withdrawal.confirm')}</button>
<button class="secondary" type="submit" name="step" value="edit">${text('withdrawal.back')}</button>
</div>
</form>`,
    'form',
  )
}

const renderHidden = ([name, value]: readonly [string, string]): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`
