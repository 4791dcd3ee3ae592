import { type Html, html } from '#html/html.ts'
import type { Page } from './page.ts'

/** Renders the ordered items with their costs, delivery, and the total; amounts in minor units. */
export function renderCostList(
  { text, price }: Page,
  {
    rows,
    shipping,
    total,
    currency,
  }: { rows: readonly { label: string; cost: number }[]; shipping: number; total: number; currency: string },
): Html {
  const renderRow = (label: string, cost: number, kind?: string) =>
    html`<div${kind && html` class="${kind}"`}><dt>${label}</dt><dd>${price(cost, currency)}</dd></div>`
  return html`<dl class="costs">${rows.map(({ label, cost }) => renderRow(label, cost))}${shipping > 0 && renderRow(text('summary.shipping'), shipping)}${renderRow(text('summary.total'), total, 'total')}</dl>`
}

/** Renders a text field with its problem; `attributes` are those of the input. */
export const renderInput = (
  name: string,
  label: string,
  attributes: Html,
  { problem, look = '' }: { problem: string | undefined; look?: string },
): Html =>
  html`<div class="field${look}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}"${attributes}${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}>
${problem && html`<p class="error" id="${name}-problem">${problem}</p>`}</div>`
