import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defaultBrand } from '#brands/index.ts'
import { getGalleryEntries, type ModeratedEntry, putGalleryEntryState } from '#contract/retailer-widgets.ts'
import { type Html, html } from '#html/html.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import {
  createResultAddress,
  mountOfficeForm,
  mountOfficePage,
  OFFICE_PATH,
  type OfficePage,
  type OfficeResult,
  renderButtons,
  renderOfficeList,
} from './office.ts'

const PATH = `${OFFICE_PATH}/gallery`

const decision = z.object({
  state: z.enum(['approved', 'rejected']),
  version: z.coerce.number().int().min(1),
})

/** Mounts the page of the gallery entries that await approval, with buttons that decide them. */
export function mountGallery(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, PATH, async page => {
    const entries = await listPending(shop)
    return renderOfficeList(page, 'gallery', entries?.map(entry => renderEntry(page, entry)) ?? null)
  })
  mountOfficeForm(app, shop, `${PATH}/:id`, {
    fields: decision,
    act: async (fields, { id }: { id: string }) =>
      createResultAddress(PATH, await decideEntry(shop, id, fields)),
  })
}

/** Lists the entries of all channels in which the shop has sold something; null when Keepsake gives no answer. */
async function listPending(shop: Shop) {
  const orders = shop.orders.list()
  const channels = new Set([defaultBrand.channel, ...orders.map(([, { channel }]) => channel)])
  try {
    // At most one page of each channel.
    const pages = await Promise.all(
      [...channels].map(channel =>
        shop.keepsake.call(getGalleryEntries, { query: { channel, state: 'pending' } }),
      ),
    )
    return pages.flatMap(({ entries }) => entries)
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error }, 'gallery entries cannot be read')
    return null
  }
}

async function decideEntry(shop: Shop, id: string, body: z.output<typeof decision>): Promise<OfficeResult> {
  try {
    await shop.keepsake.call(putGalleryEntryState, { params: { id }, body })
    return body.state
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    // The customer has changed or removed it: the page shows the current entries.
    if (error.status === 404 || error.status === 409) return 'changed'
    shop.log.warn({ err: error, entry: id }, 'gallery entry cannot be decided')
    return 'failed'
  }
}

const renderEntry = ({ text, form }: OfficePage, entry: ModeratedEntry): Html =>
  html`<li id="${entry.id}"><h2>${entry.title}</h2>
<p class="secondary">${entry.authorName} · ${entry.categoryId}</p>
<p>${entry.description}</p>
<p><a class="plain" href="${entry.publicUrl}">${text('gallery.open')}</a></p>
${form(
  `${PATH}/${entry.id}`,
  html`<input type="hidden" name="version" value="${entry.version}">
${renderButtons('state', [
  { value: 'approved', label: text('gallery.approve') },
  { value: 'rejected', label: text('gallery.reject') },
])}`,
)}</li>`
