import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { defaultBrand } from '#brands/index.ts'
import { getGalleryEntries, type ModeratedEntry, putGalleryEntryState } from '#contract/retailer-widgets.ts'
import { html } from '#html/html.ts'
import type { Shop } from '../context.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import { listFromKeepsake, mountOfficeForm, mountOfficePage, OFFICE_PATH, type OfficeItem } from './page.ts'

const PATH = `${OFFICE_PATH}/gallery`

/** Mounts the page of the gallery entries that await approval, with buttons that decide them. */
export function mountGallery(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, PATH, async () => ({
    title: 'Gallery',
    text: 'Digital books that customers want to show to everyone.',
    lists: [
      {
        items: await listFromKeepsake(shop, async () => (await listPending(shop)).map(describeEntry)),
        none: 'Nothing awaits approval.',
      },
    ],
  }))
  mountOfficeForm(app, `${PATH}/:id`, {
    fields: z.object({
      state: z.enum(['approved', 'rejected']),
      version: z.coerce.number().int().min(1),
    }),
    async act(body, id) {
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
    },
  })
}

/** Lists the entries of all channels in which the shop has sold something. */
async function listPending({ orders, keepsake }: Shop): Promise<ModeratedEntry[]> {
  const channels = new Set([defaultBrand.channel, ...orders.list().map(([, { channel }]) => channel)])
  // At most one page of each channel.
  const pages = await Promise.all(
    [...channels].map(channel => keepsake.call(getGalleryEntries, { query: { channel, state: 'pending' } })),
  )
  return pages.flatMap(({ entries }) => entries)
}

const describeEntry = (entry: ModeratedEntry): OfficeItem => ({
  id: entry.id,
  title: entry.title ?? entry.id,
  facts: [
    `${entry.authorName} · ${entry.categoryId}`,
    html`<p>${entry.description}</p>`,
    html`<p><a class="plain" href="${entry.publicUrl}">Open the book</a></p>`,
  ],
  forms: [
    {
      action: `${PATH}/${entry.id}`,
      fields: html`<input type="hidden" name="version" value="${entry.version}">`,
      name: 'state',
      buttons: [{ value: 'approved' }, { value: 'rejected' }],
    },
  ],
})
