import { type Html, html } from '#html/html.ts'
import { KINDS, type Kind } from '../catalog.ts'
import type { Page } from './page.ts'

/** Links to what can be ordered of the selection. */
export const renderKindsNav = ({ text }: Page, draftId: string, current: Kind): Html =>
  html`<nav class="kinds" aria-label="${text('kinds')}">${KINDS.map(
    kind =>
      html`<a href="/prints/${draftId}${kind !== 'prints' && `/${kind}`}"${kind === current && html` aria-current="page"`}>${text(`kind.${kind}`)}</a>`,
  )}</nav>`
