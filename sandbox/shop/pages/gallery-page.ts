import type { ModeratedEntry } from '#contract/retailer-widgets.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderDocument } from './page.ts'

/** Outcomes of a decision. */
export const GALLERY_RESULTS = ['approved', 'rejected', 'changed', 'failed'] as const
export type GalleryResult = (typeof GALLERY_RESULTS)[number]

export interface GalleryView {
  /** Null when Keepsake gave no answer. */
  entries: readonly ModeratedEntry[] | null
  csrfToken: string
  result: GalleryResult | undefined
}

/** Renders the gallery entries that await approval, each with its words, its link and two buttons. */
export function renderGalleryPage(page: Page, { entries, csrfToken, result }: GalleryView): string {
  const { text } = page
  const title = text('gallery.title')
  const isGood = result === 'approved' || result === 'rejected'
  const content = html`<h1>${title}</h1>
<p class="secondary">${text('gallery.text')}</p>
${result && html`<p class="${isGood ? 'notice' : 'alert'}" role="status">${text(`gallery.result.${result}`)}</p>`}
${entries?.length === 0 && html`<p class="notice">${text('gallery.none')}</p>`}
<ul class="office">${entries?.map(entry => renderEntry(page, entry, csrfToken))}</ul>
<a class="plain" href="/back-office">${text('office.title')}</a>`
  return renderDocument(page, title, content)
}

function renderEntry({ text }: Page, entry: ModeratedEntry, csrfToken: string): Html {
  return html`<li id="${entry.id}"><h2>${entry.title}</h2>
<p class="secondary">${entry.authorName} · ${entry.categoryId}</p>
<p>${entry.description}</p>
<p><a class="plain" href="${entry.publicUrl}">${text('gallery.open')}</a></p>
<form method="post" action="/back-office/gallery/${entry.id}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
<input type="hidden" name="version" value="${entry.version}">
<button class="quiet" name="state" value="approved">${text('gallery.approve')}</button>
<button class="quiet" name="state" value="rejected">${text('gallery.reject')}</button>
</form></li>`
}
