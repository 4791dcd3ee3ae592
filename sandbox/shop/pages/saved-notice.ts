import { z } from 'zod'
import { type Html, html } from '#html/html.ts'
import type { Page } from './page.ts'

/** How the draft was saved; a query parameter of the next page. */
export const savedQuery = z.enum(['project', 'copy']).optional().catch(undefined)
export type Saved = z.infer<typeof savedQuery>

/** Says that the draft is saved, and where it can be found. */
export function renderSavedNotice({ text, library }: Page, saved: Saved): Html | undefined {
  if (!saved) return undefined
  const list = new URL('/saved-projects', library).href
  return html`<p class="notice" role="status">${text(saved === 'copy' ? 'project.saved-copy' : 'project.saved')} <a class="plain" href="${list}">${text('project.list')}</a></p>`
}

/** Submits the form to save it. */
export const renderSaveButton = ({ text }: Page): Html =>
  html`<button class="quiet" name="next" value="project">${text('project.save')}</button>`
