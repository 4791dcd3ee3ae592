import { formatStreetLines } from '#contract/input/address/street-lines.ts'
import { type Html, html } from '#html/html.ts'
import { findArticle } from '../catalog.ts'
import { type DeliveryField, type DeliveryForm, listPickupPoints, PAYMENT_CHOICES } from '../delivery-form.ts'
import { getEditorPath } from '../draft-access.ts'
import type { Draft } from '../drafts.ts'
import { PAYMENT_DAYS } from '../orders/lifecycle.ts'
import { renderCosts } from './editor-page.ts'
import { type Page, renderDocument, renderInput } from './page.ts'

/** Renders the form of delivery and payment with the costs. After an error it contains the entered values. */
export function renderDeliveryPage(page: Page, view: { draft: Draft; form?: DeliveryForm }): Html {
  const { text } = page
  const { draft, form } = view
  const article = findArticle(draft.product?.article)
  const problems = form?.problems ?? {}
  const [firstInvalidField] = Object.keys(problems)
  const content = html`<h1>${text('delivery.title')}</h1>
<form method="post" action="/prints/${draft.id}/order" class="editor delivery" novalidate>
<div class="address">
${firstInvalidField && html`<p class="alert" role="alert">${text('delivery.wrong')}</p>`}
${renderChoices(page, 'delivery', listDeliveryOptions(page), form?.values.delivery, problems.delivery)}
${ADDRESS_INPUTS.map(input => renderField(page, input, form, input.name === firstInvalidField))}
<p class="field"><span class="label">${text('delivery.country')}</span>${page.countryName(page.brand.country)}</p>
${renderChoices(page, 'payment', listPaymentOptions(page), form?.values.payment, problems.payment)}
<a class="plain" href="${getEditorPath(draft)}">${text(article ? 'delivery.back-product' : 'delivery.back')}</a>
${draft.returnUrl && html`<a class="plain" href="${draft.returnUrl}">${text('delivery.back-order')}</a>`}
</div>
<aside class="summary" aria-labelledby="summary-title">
<h2 id="summary-title">${text('summary')}</h2>
${renderCosts(page, draft)}
<p class="secondary">${text('delivery.demo')}</p>
<button class="primary">${text('delivery.order')}</button>
</aside>
</form>`
  return renderDocument(page, text('delivery.title'), content)
}

interface Option {
  value: string
  label: string
  hint?: string | undefined
}

const listDeliveryOptions = ({ text, brand }: Page): Option[] => [
  { value: 'home', label: text('delivery.home') },
  ...listPickupPoints(brand.country).map(({ id, address }) => ({
    value: id,
    label: text('delivery.pickup', { name: address.pickupPointName }),
    hint: `${formatStreetLines(address).join(', ')}, ${address.postalCode} ${address.city}`,
  })),
]

const listPaymentOptions = ({ text }: Page): Option[] =>
  PAYMENT_CHOICES.map(value => ({ value, label: text(`payment.${value}`, { days: PAYMENT_DAYS }) }))

/** Renders radio buttons; the first option is checked by default. */
function renderChoices(
  { text }: Page,
  name: 'delivery' | 'payment',
  options: Option[],
  value = options[0]!.value,
  problem: DeliveryForm['problems'][DeliveryField],
): Html {
  return html`<fieldset class="choices"><legend>${text(`${name}.choose`)}</legend>
${options.map(
  option =>
    html`<label class="choice"><input type="radio" name="${name}" value="${option.value}"${option.value === value && html` checked`}><span>${option.label}${option.hint && html`<span class="secondary">${option.hint}</span>`}</span></label>`,
)}
${problem && html`<p class="error">${text(problem)}</p>`}</fieldset>`
}

interface AddressInput {
  name: Exclude<DeliveryField, 'delivery' | 'payment'>
  autocomplete: string
  isOptional?: true
  /** Hidden when the order is picked up. */
  isHome?: true
}

const ADDRESS_INPUTS: readonly AddressInput[] = [
  { name: 'firstName', autocomplete: 'given-name' },
  { name: 'lastName', autocomplete: 'family-name' },
  { name: 'street', autocomplete: 'address-line1', isHome: true },
  { name: 'streetNumber', autocomplete: 'off', isHome: true },
  { name: 'streetNumberAddition', autocomplete: 'off', isHome: true, isOptional: true },
  { name: 'postalCode', autocomplete: 'postal-code', isHome: true },
  { name: 'city', autocomplete: 'address-level2', isHome: true },
  { name: 'phoneNumber', autocomplete: 'tel', isOptional: true },
]

function renderField(
  { text }: Page,
  { name, autocomplete, isHome, isOptional }: AddressInput,
  form: DeliveryForm | undefined,
  hasFocus: boolean,
): Html {
  const problem = form?.problems[name]
  const attributes = html` value="${form?.values[name]}" autocomplete="${autocomplete}"${name === 'phoneNumber' && html` type="tel"`}${!isOptional && html` required`} maxlength="200"${hasFocus && html` autofocus`}`
  const look = ` field-${name}${isHome ? ' home-only' : ''}`
  return renderInput(name, text(`delivery.${name}`), attributes, { problem: problem && text(problem), look })
}
