import type { FastifyInstance } from 'fastify'
import { getRefusals, type RetailerRefusal } from '#contract/retailer-refusals.ts'
import { type Html, html } from '#html/html.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { mountOfficePage, OFFICE_PATH, renderOfficeList } from './office.ts'
import type { Page } from './pages/page.ts'

/** Mounts the page of what Keepsake refused and why, the newest first; a part of the back office. */
export function mountRefusals(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, `${OFFICE_PATH}/refusals`, async page => {
    const refusals = await listRefusals(shop)
    return renderOfficeList(page, 'refusals', refusals?.map(each => renderRefusal(page, each)) ?? null)
  })
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

function renderRefusal({ text, dateTime }: Page, refusal: RetailerRefusal): Html {
  const { service, method, path, status, code, message, fields, count, firstAt, lastAt } = refusal
  const issues = Object.entries(fields).map(([field, issue]) => `${field}: ${issue}`)
  return html`<li><h2>${method} ${decodeURIComponent(path)}</h2>
<p><strong>${status} ${code}</strong> <span class="secondary">${dateTime(lastAt)}</span></p>
<p>${message}</p>
${issues.length > 0 && html`<p class="secondary">${issues.join(' · ')}</p>`}
<p class="secondary">${text('refusals.tries', { service, count, since: dateTime(firstAt) })}</p></li>`
}
