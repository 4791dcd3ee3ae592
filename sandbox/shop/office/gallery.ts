import { z } from 'zod'
import { defaultBrand } from '#brands/index.ts'
import { getGalleryEntries, type ModeratedEntry, putGalleryEntryState } from '#contract/retailer-widgets.ts'
import { html } from '#html/html.ts'
import type { Shop } from '../context.ts'
import { onStatus } from '../keepsake-client.ts'
import { createForm, type OfficeItem, type OfficePage } from './page.ts'

/** The page of the gallery entries that await approval. */
export const createGalleryPage = (shop: Shop): OfficePage => ({
  name: 'gallery',
  title: 'Gallery',
  text: 'Digital books that customers want to show to everyone.',
  none: 'Nothing awaits approval.',
  async list() {
    const { orders, keepsake } = shop
    // All channels in which the shop has sold something.
    const channels = new Set([defaultBrand.channel, ...orders.list().map(([, { channel }]) => channel)])
    // At most one page of each channel.
    const pages = await Promise.all(
      [...channels].map(channel =>
        keepsake.call(getGalleryEntries, { query: { channel, state: 'pending' } }),
      ),
    )
    return pages.flatMap(({ entries }) => entries.map(entry => describeEntry(shop, entry)))
  },
})

const describeEntry = ({ keepsake }: Shop, entry: ModeratedEntry): OfficeItem => ({
  id: entry.id,
  title: entry.title ?? entry.id,
  facts: [
    `${entry.authorName} · ${entry.categoryId}`,
    html`<p>${entry.description}</p>`,
    html`<p><a class="plain" href="${entry.publicUrl}">Open the book</a></p>`,
  ],
  forms: [
    createForm(z.object({ version: z.coerce.number().int().min(1) }), {
      values: { version: String(entry.version) },
      actions: ['approved', 'rejected'],
      act: (state, { version }) =>
        keepsake.call(putGalleryEntryState, { params: { id: entry.id }, body: { state, version } }).then(
          () => undefined,
          // The customer has changed or removed it: the page shows the current entries.
          onStatus([404, 409], () => 'changed' as const),
        ),
    }),
  ],
})
