import type { FastifyInstance } from 'fastify'
import { getRefusals, type RetailerRefusal } from '#contract/retailer-refusals.ts'
import { type Html, html } from '#html/html.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { type Page, renderDocument } from './pages/page.ts'

/** Mounts the page of what Keepsake refused and why; a part of the back office. */
export function mountRefusals(app: FastifyInstance, shop: Shop): void {
  app.get('/back-office/refusals', async (_request, reply) =>
    reply.type(HTML).send(renderRefusalsPage(createChannelPage(shop, ''), await listRefusals(shop))),
  )
}

async function listRefusals(shop: Shop) {
  try {
    return (await shop.keepsake.call(getRefusals, {})).items
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error }, 'refusals cannot be read')
    return null
  }
}

/** Renders what was refused of the shop's calls, the newest first; null when Keepsake gave no answer. */
function renderRefusalsPage(page: Page, refusals: readonly RetailerRefusal[] | null): string {
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
