import type { FieldIssue, FieldIssues } from '#contract/input/field-issues.ts'
import { STATED_ORDER_MAX, STATED_PRODUCTS_MAX, WITHDRAWAL_NAME_MAX } from '#contract/input/withdrawal.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { type Html, html } from '#html/html.ts'
import type { MessageId } from '../../../platform/i18n/translate.ts'
import { type Page, renderDocument, renderLinkedText } from '../../identity/index.ts'
import { STATEMENT_FIELDS, type StatementField, type TypedStatement } from './state.ts'
import { renderSteps } from './steps.ts'

/** Renders the first step: the statement, with what was typed and what is wrong with it. */
export function renderStatementPage(page: Page, typed: TypedStatement, issues: FieldIssues = {}): string {
  const { text, brand } = page
  const errors = toErrors(page, issues)
  const first = STATEMENT_FIELDS.find(field => errors[field]) ?? (typed.orderCode ? undefined : 'name')
  const focus = (field: StatementField) => field === first && html` autofocus`
  const describe = (field: StatementField, hint?: MessageId) => {
    const ids = [hint && `${field}-hint`, errors[field] && `${field}-error`].filter(Boolean).join(' ')
    return html`${ids && html` aria-describedby="${ids}"`}${errors[field] && html` aria-invalid="true"`}`
  }
  const renderMessages = (field: StatementField, hint?: MessageId) =>
    html`${hint && html`<p class="hint" id="${field}-hint">${text(hint)}</p>`}${errors[field] && html`<p class="error" id="${field}-error">${errors[field]}</p>`}`
  const renderInput = (field: 'name' | 'orderCode' | 'email', attributes: Html, hint?: MessageId) =>
    html`<div class="field">
<label for="${field}">${text(LABELS[field])}</label>
<input id="${field}" name="${field}" value="${typed[field]}" required${attributes}${describe(field, hint)}${focus(field)}>
${renderMessages(field, hint)}
</div>`
  const renderChoice = (value: 'all' | 'some', label: MessageId) =>
    html`<label class="choice"><input class="radio" type="radio" id="scope-${value}" name="scope" value="${value}" required${typed.scope === value && html` checked`}${value === 'all' && html`${describe('scope')}${focus('scope')}`}><span>${text(label)}</span></label>`
  return renderDocument(
    page,
    text('withdrawal.link'),
    html`<h1>${text('withdrawal.link')}</h1>
<p class="lead">${renderLinkedText(page, 'withdrawal.lead', '/orders')}</p>
${renderSteps(page, 1)}
${renderSummary(page, errors)}
<form method="post" action="${WITHDRAWAL_PATH}" novalidate>
${renderInput('name', html` autocomplete="name" maxlength="${WITHDRAWAL_NAME_MAX}"`)}
<div class="pair">
${renderInput('orderCode', html` autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="${STATED_ORDER_MAX}"`, 'withdrawal.order.hint')}
${renderInput('email', html` type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254"`, 'withdrawal.email.hint')}
</div>
<fieldset class="scope">
<legend>${text('withdrawal.scope')}</legend>
${renderChoice('all', 'withdrawal.scope.all')}
${renderChoice('some', 'withdrawal.scope.some')}
${renderMessages('scope')}
<div class="field which">
<label for="products">${text('withdrawal.products')}</label>
<textarea id="products" name="products" rows="3" maxlength="${STATED_PRODUCTS_MAX}"${describe('products')}${focus('products')}>${html`\n${typed.products}`}</textarea>
${renderMessages('products')}
</div>
</fieldset>
<p class="hint">${renderLinkedText(page, 'withdrawal.excluded', brand.addresses.contact)}</p>
<div class="actions"><button class="primary" type="submit" name="step" value="check">${text('action.continue')}</button></div>
</form>`,
    'form',
  )
}

const LABELS = {
  name: 'withdrawal.name',
  orderCode: 'withdrawal.order',
  email: 'sign-in.email',
  scope: 'withdrawal.scope',
  products: 'withdrawal.products',
} as const satisfies Record<StatementField, MessageId>

/** Labels that are questions are none of a sentence. */
const SHORT_LABELS = { ...LABELS, products: 'order.products' } as const

const LENGTHS: Partial<Record<StatementField, number>> = {
  name: WITHDRAWAL_NAME_MAX,
  orderCode: STATED_ORDER_MAX,
  products: STATED_PRODUCTS_MAX,
}

/** The field whose control a link of the summary goes to. */
const TARGETS: Partial<Record<StatementField, string>> = { scope: 'scope-all' }

type Errors = Partial<Record<StatementField, string>>

function toErrors({ text }: Page, issues: FieldIssues): Errors {
  const format = (field: StatementField, issue: FieldIssue) => {
    if (issue === 'too-long')
      return text('form.too-long', { field: text(SHORT_LABELS[field]), max: LENGTHS[field] ?? 254 })
    if (field === 'email' && issue !== 'empty') return text('sign-in.email-invalid')
    if (field === 'scope' || field === 'products') return text(`withdrawal.${field}.missing`)
    return text('form.missing', { field: text(LABELS[field]) })
  }
  return Object.fromEntries(
    STATEMENT_FIELDS.flatMap(field => (issues[field] ? [[field, format(field, issues[field])]] : [])),
  )
}

function renderSummary({ text }: Page, errors: Errors): Html | null {
  const wrong = STATEMENT_FIELDS.filter(field => errors[field])
  if (wrong.length === 0) return null
  const links = wrong.map(field => html`<li><a href="#${TARGETS[field] ?? field}">${errors[field]}</a></li>`)
  return html`<div class="summary" role="alert" aria-labelledby="summary">
<h2 id="summary">${text('form.errors')}</h2>
<ul>${links}</ul>
</div>`
}
