import { type Html, html } from '#html/html.ts'
import type { Draft } from '../drafts.ts'
import { costs } from './editor-page.ts'
import { type Page, renderDocument } from './page.ts'

export const ADDRESS_FIELDS = ['name', 'street', 'number', 'postal-code', 'city'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
export type Address = Record<AddressField, string>

/** Text id of a field's error. */
export type AddressProblem = 'delivery.needed' | 'delivery.too-long'

/** Delivery address and costs. After an error the form keeps what was entered. */
export function deliveryPage(
  page: Page,
  view: {
    draft: Draft
    csrfToken: string
    values?: Partial<Address>
    problems?: Partial<Record<AddressField, AddressProblem>>
  },
): string {
  const { text } = page
  const { draft, csrfToken, values = {}, problems = {} } = view
  const [firstWrong] = Object.keys(problems)
  const content = html`<h1>${text('delivery.title')}</h1>
<form method="post" action="/prints/${draft.id}/order" class="editor delivery" novalidate>
<input type="hidden" name="check" value="${csrfToken}">
<div class="address">
${firstWrong && html`<p class="alert" role="alert">${text('delivery.wrong')}</p>`}
${ADDRESS_FIELDS.map(name => field(page, name, values[name], problems[name], name === firstWrong))}
<p class="field"><span class="label">${text('delivery.country')}</span>${page.countryName(page.brand.country)}</p>
<a class="plain" href="/prints/${draft.id}">${text('delivery.back')}</a>
</div>
<aside class="summary" aria-labelledby="summary-title">
<h2 id="summary-title">${text('summary')}</h2>
${costs(page, draft.photos)}
<p class="secondary">${text('delivery.demo')}</p>
<button class="primary">${text('delivery.order')}</button>
</aside>
</form>`
  return renderDocument(page, text('delivery.title'), content)
}

const AUTOCOMPLETE: Record<AddressField, string> = {
  name: 'name',
  street: 'address-line1',
  number: 'off',
  'postal-code': 'postal-code',
  city: 'address-level2',
}

function field(
  { text }: Page,
  name: AddressField,
  value: string | undefined,
  problem: AddressProblem | undefined,
  focus: boolean,
): Html {
  return html`<div class="field field-${name}"><label for="${name}">${text(`delivery.${name}`)}</label>
<input id="${name}" name="${name}" value="${value ?? ''}" autocomplete="${AUTOCOMPLETE[name]}" required maxlength="200"${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}${focus && html` autofocus`}>
${problem && html`<p class="error" id="${name}-problem">${text(problem)}</p>`}</div>`
}
