import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { brands } from '#brands/index.ts'
import type { createGalleryEntry, updateGalleryEntry } from '#contract/widget-gallery.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { type Context, change } from '../../../context.ts'
import { Failure, notFound, requireFound } from '../../../http/failure.ts'
import { findRow, insertMissingRow, lockRow, updateRows } from '../../../platform/db/rows.ts'
import { findActiveCustomer } from '../../customers/index.ts'
import { createWidgetConflict, getShareableWidget } from '../shareable.ts'
import { deleteEntries, findWidget, type GalleryEntryRow } from '../store.ts'

type Details = z.output<typeof updateGalleryEntry.body>

/**
 * Adds a widget to the gallery of a channel; the entry awaits approval. 400 for a channel of another vendor, 404 for
 * an unknown widget, 409 for one that cannot be shown or has an entry.
 */
export async function createEntry(
  ctx: Context,
  accountId: string,
  { widgetId, channel, ...details }: z.output<typeof createGalleryEntry.body>,
): Promise<GalleryEntryRow> {
  await checkChannel(ctx, accountId, channel)
  const { widget } = await getShareableWidget(ctx, accountId, widgetId)
  const now = ctx.clock.now()
  const entry: GalleryEntryRow = {
    entry_id: randomUUID(),
    account_id: accountId,
    product_code: widgetId,
    channel,
    ...toColumns(details),
    state: 'pending',
    version: 1,
    updated_at: now,
    changed_at: now,
  }
  return change(ctx, async tx => {
    if (!(await insertMissingRow(tx.db, 'gallery_entries', entry, ['product_code'])))
      throw createWidgetConflict('The widget is in the gallery already', 'in-gallery')
    await publishToAccount(ctx, tx, accountId, { type: 'widgets-changed', orderCode: widget.order_code })
    return entry
  })
}

/** Gets the account's entry in that channel; 404 also while its widget is deleted. */
export async function getEntry(
  ctx: Context,
  accountId: string,
  { id, channel }: { id: string; channel: string },
): Promise<GalleryEntryRow> {
  const entry = await findRow(ctx.db, 'gallery_entries', { entry_id: id })
  if (!entry || entry.account_id !== accountId || entry.channel !== channel) throw notFound('Gallery entry')
  if (!(await findWidget(ctx.db, accountId, entry.product_code))) throw notFound('Gallery entry')
  return entry
}

/** Changes an entry, which awaits approval again; the same content changes nothing. 404, or 409 with a reason. */
export async function changeEntry(
  ctx: Context,
  accountId: string,
  { widgetId, channel, details }: { widgetId: string; channel: string; details: Details },
): Promise<GalleryEntryRow> {
  const { widget } = await getShareableWidget(ctx, accountId, widgetId)
  return change(ctx, async tx => {
    const entry = await lockRow(tx, 'gallery_entries', { product_code: widgetId })
    if (!entry || entry.channel !== channel) throw notFound('Gallery entry')
    const columns = toColumns(details)
    if (isDeepStrictEqual(columns, pickColumns(entry))) return entry
    const now = ctx.clock.now()
    const values = {
      ...columns,
      state: 'pending' as const,
      version: entry.version + 1,
      updated_at: now,
      changed_at: now,
    }
    await updateRows(tx.db, 'gallery_entries', { entry_id: entry.entry_id }, values)
    await publishToAccount(ctx, tx, accountId, { type: 'widgets-changed', orderCode: widget.order_code })
    return { ...entry, ...values }
  })
}

/** Removes the account's entry from the gallery. */
export async function removeEntry(
  ctx: Context,
  accountId: string,
  key: { id: string; channel: string },
): Promise<void> {
  const { product_code } = await getEntry(ctx, accountId, key)
  const widget = await findWidget(ctx.db, accountId, product_code)
  await change(ctx, async tx => {
    if (!(await lockRow(tx, 'gallery_entries', { entry_id: key.id }))) throw notFound('Gallery entry')
    await deleteEntries(tx, { entry_id: key.id }, ctx.clock.now())
    if (widget)
      await publishToAccount(ctx, tx, accountId, { type: 'widgets-changed', orderCode: widget.order_code })
  })
}

async function checkChannel({ db }: Context, accountId: string, channel: string): Promise<void> {
  const customer = requireFound(await findActiveCustomer(db, accountId), 'Customer')
  if (!brands.some(brand => brand.channel === channel && brand.vendor === customer.vendor))
    throw new Failure('bad-request', 'There is no such channel', { fields: { channel: 'unknown' } })
}

const toColumns = ({ title, description, categoryId, authorName }: Details) => ({
  title,
  description,
  category_id: categoryId as string,
  author_name: authorName,
})

const pickColumns = ({ title, description, category_id, author_name }: GalleryEntryRow) => ({
  title,
  description,
  category_id,
  author_name,
})
