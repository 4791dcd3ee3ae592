import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import type { StatementInput, StatementReceipt } from '#contract/withdrawals.ts'
import { html } from '#html/html.ts'
import { createInstantFormat } from '../../../platform/mail/request-facts.ts'
import { type Page, renderDocument, renderIcon, renderLinkedText } from '../../identity/index.ts'

/** Renders the receipt of a statement on the screen. */
export function renderResultPage(
  page: Page,
  { statementId, email }: StatementInput,
  { reference, submittedAt }: StatementReceipt,
): string {
  const { text, brand } = page
  const date = createInstantFormat(brand.locale, brand.timeZone)(new Date(submittedAt))
  return renderDocument(
    page,
    text('withdrawal.done'),
    html`<span class="round">${renderIcon('mail')}</span>
<h1>${text('withdrawal.done')}</h1>
<p class="lead" role="status">${text('withdrawal.done.text', { date, reference, email })}</p>
<p class="centre"><a class="primary" href="${WITHDRAWAL_PATH}/copies/${statementId}" download>${text('withdrawal.done.copy')}</a></p>
<p class="links"><a href="${brand.addresses.shop}">${text('withdrawal.done.shop')}</a></p>
<p class="terms">${renderLinkedText(page, 'withdrawal.done.note', brand.addresses.contact)}</p>`,
    'single',
  )
}
