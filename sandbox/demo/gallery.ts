import { createEntry } from '#server/domains/widgets/gallery/entries.ts'
import { decideGalleryEntry } from '#server/domains/widgets/gallery/moderation.ts'
import { listEntriesOfProducts, listWidgets } from '#server/domains/widgets/store.ts'
import { PrerequisiteMissingError } from './repetition.ts'
import { createStep } from './steps.ts'

/** The title of the demo's book that is in the gallery. */
export const BOOK_IN_GALLERY = 'Christmas with everyone'

/**
 * Adds a book of the demo's consumer to the gallery and approves it, once. Throws PrerequisiteMissingError until the
 * stand-in shop has sent its widget, after its order.
 */
export const seedDemoGallery = createStep('gallery', ['demo@keepsake.test'], async (ctx, customer) => {
  if (!ctx.config.retailer) return false
  const widgets = await listWidgets(ctx.db, customer.account_id)
  const product = widgets.find(widget => widget.body.title === BOOK_IN_GALLERY)?.product_code
  if (!product) throw new PrerequisiteMissingError('the widget of the book in the gallery')
  // An interrupted start may have created the entry.
  const [existingEntry] = await listEntriesOfProducts(ctx.db, [product])
  const entry =
    existingEntry ??
    (await createEntry(ctx, customer.account_id, {
      widgetId: product,
      channel: 'KEEPSAKE-GB',
      title: BOOK_IN_GALLERY,
      description: 'Twelve people, one oven.',
      categoryId: 'celebrations',
      authorName: 'Anna K.',
    }))
  await decideGalleryEntry(ctx, entry.entry_id, { state: 'approved', version: entry.version })
  return true
})
