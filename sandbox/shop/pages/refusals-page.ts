import type { RetailerRefusal } from '#contract/retailer-refusals.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderDocument } from './page.ts'

/** Renders what was refused of the shop's calls, the newest first; null when Keepsake gave no answer. */
export function renderRefusalsPage(page: Page, refusals: readonly RetailerRefusal[] | null): string {
  const { text } = page
  const title = text('refusals.title')
  const content = html`<h1>${title}</h1>
<p class="secondary">${text('refusals.text')}</p>
${refusals === null && html`<p class="alert" role="status">${text('gallery.result.failed')}</p>`}
${refusals?.length === 0 && html`<p class="notice">${text('refusals.none')}</p>`}
<ul class="office">${refusals?.map(refusal => renderRefusal(page, refusal))}</ul>
<a class="plain" href="/back-office">${text('office.title')}</a>`
  return renderDocument(page, title, content)
}

function renderRefusal({ text, dateTime }: Page, refusal: RetailerRefusal): Html {
  const { service, method, path, status, code, message, fields, count, firstAt, lastAt } = refusal
  const issues = Object.entries(fields).map(([field, issue]) => `${field}: ${issue}`)
  return html`<li><h2>${method} ${decodeURIComponent(path)}</h2>
<p><strong>${status} ${code}</strong> <span class="secondary">${dateTime(lastAt)}</span></p>
<p>${message}</p>
${issues.length > 0 && html`<p class="secondary">${issues.join(' · ')}</p>`}
<p class="secondary">${text('refusals.tries', { service, count, since: dateTime(firstAt) })}</p></li>`
}
