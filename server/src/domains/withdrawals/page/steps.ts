import { type Html, html } from '#html/html.ts'
import type { Page } from '../../identity/index.ts'

/** Renders the two steps of the form, with the current one. */
export function renderSteps({ text }: Page, current: 1 | 2): Html {
  const labels = [text('withdrawal.step.statement'), text('withdrawal.step.confirm')]
  const items = labels.map(
    (label, index) =>
      html`<li class="step${index < current && ' reached'}"${index + 1 === current && html` aria-current="step"`}>${label}</li>`,
  )
  return html`<ol class="steps" aria-label="${text('withdrawal.steps')}">${items}</ol>`
}
