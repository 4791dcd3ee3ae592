import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import {
  createEntry,
  decideEntry,
  listEntriesOfProducts,
  listWidgets,
} from '#server/domains/widgets/index.ts'
import { DEMO_SIGN_INS, findDemoCustomer } from './customers.ts'

/** The title of the demo's book that is in the gallery. */
export const BOOK_IN_GALLERY = 'Christmas with everyone'

/**
 * Puts a book of the demo's consumer into the gallery, and approves it; at later starts nothing. Its widget comes from the
 * stand-in shop, after its order: `tries`, twice a second, are made for it, and the next start tries again.
 */
export async function seedDemoGallery(ctx: Context, tries = 60): Promise<void> {
  const done = join(ctx.config.dataDir, 'demo-gallery')
  if (existsSync(done) || !ctx.config.retailer) return
  const customer = await findDemoCustomer(ctx, DEMO_SIGN_INS[0])
  if (!customer) return
  const product = await findProduct(ctx, customer.account_id, tries)
  if (!product)
    return ctx.log.warn('the book of the demo’s gallery has not arrived: the next start continues')
  // An interrupted start may have created the entry.
  const [known] = await listEntriesOfProducts(ctx.db, [product])
  const entry =
    known ??
    (await createEntry(ctx, customer.account_id, {
      widgetId: product,
      channel: 'KEEPSAKE-GB',
      title: BOOK_IN_GALLERY,
      description: 'Twelve people, one oven.',
      categoryId: 'celebrations',
      authorName: 'Anna K.',
    }))
  await decideEntry(ctx, entry.entry_id, { state: 'approved', version: entry.version })
  await writeFile(done, '')
}

async function findProduct(ctx: Context, accountId: string, tries: number): Promise<string | undefined> {
  for (let tried = 0; tried < tries; tried++) {
    const widgets = await listWidgets(ctx.db, accountId)
    const found = widgets.find(widget => widget.body.title === BOOK_IN_GALLERY)
    if (found) return found.product_code
    await wait(500)
  }
  return undefined
}
