import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import { KINDS, type Kind } from '../catalog.ts'
import type { Draft, DraftPhoto } from '../drafts.ts'
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

/** Links to what can be ordered of the selection. */
export const renderKindsNav = ({ text }: Page, draftId: string, current: Kind): Html =>
  html`<nav class="kinds" aria-label="${text('kinds')}">${KINDS.map(
    kind =>
      html`<a href="/prints/${draftId}${kind !== 'prints' && `/${kind}`}"${kind === current && html` aria-current="page"`}>${text(`kind.${kind}`)}</a>`,
  )}</nav>`

/** Renders a photo of the draft. */
export const renderPicture = ({ id }: Pick<Draft, 'id'>, photo: Pick<DraftPhoto, 'id' | 'name'>): Html =>
  html`<img src="/prints/${id}/pictures/${photo.id}" alt="${photo.name}" loading="lazy" decoding="async">`

/** Parameters of the pages of a draft: how it was saved, and how many of its photos are gone. */
export const editorQuery = z.object({
  saved: z.enum(['project', 'copy']).optional().catch(undefined),
  gone: z.coerce.number().int().min(0).catch(0),
})
export type Saved = z.infer<typeof editorQuery>['saved']

/** Says that the draft is saved, and where it can be found. */
export function renderSavedNotice({ text, library }: Page, saved: Saved): Html | undefined {
  if (!saved) return undefined
  const list = new URL('/saved-projects', library).href
  return html`<p class="notice" role="status">${text(saved === 'copy' ? 'project.saved-copy' : 'project.saved')} <a class="plain" href="${list}">${text('project.list')}</a></p>`
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

/** Submits the form to save it. */
export const renderSaveButton = ({ text }: Page): Html =>
  html`<button class="quiet" name="next" value="project">${text('project.save')}</button>`

/** The sign of a warning. */
export const WARNING = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 9v4m0 4h.01M10.3 3.9 2.4 17.5A2 2 0 0 0 4.1 20.5h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z"/></svg>`
