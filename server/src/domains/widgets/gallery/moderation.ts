import { z } from 'zod'
import { findBrandByChannel } from '#brands/index.ts'
import type { Answer } from '#contract/endpoint.ts'
import {
  GALLERY_PAGE,
  type getGalleryEntries,
  type ModeratedEntry,
  type putGalleryEntryState,
} from '#contract/retailer-widgets.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import type { Context } from '../../../context.ts'
import { readPage } from '../../../http/cursor.ts'
import { notFound } from '../../../http/failure.ts'
import type { ServiceCaller } from '../../../http/route.ts'
import { mayAccessVendor } from '../../../http/service-access.ts'
import { changeForSubmission, type Submission } from '../../../http/submission.ts'
import { lockRow, updateRows } from '../../../platform/db/rows.ts'
import { findCustomersById } from '../../customers/index.ts'
import { findShownPhotoIds } from '../pictures.ts'
import { createPictureUrl, createPublicUrl, getViewerOrigin } from '../public-address.ts'
import { createWidgetConflict } from '../shareable.ts'
import {
  type GalleryEntryRow,
  listEntriesByChange,
  listPublicWidgets,
  listRemovals,
  type OrderedWidget,
} from '../store.ts'

/**
 * Lists the entries that the gallery of a channel shows, or those that await approval; none for a channel of another vendor. An entry is included only in
 * the requested state and while its widget is public; with `since`, every other changed entry is a removal.
 */
export async function listEntriesForRetailer(
  ctx: Context,
  { channel, state, since: sinceText, cursor }: z.output<typeof getGalleryEntries.query>,
  service: ServiceCaller,
): Promise<Answer<typeof getGalleryEntries>> {
  if (!mayAccessChannel(service, channel)) return { entries: [], cursor: null }
  const since = sinceText === undefined ? undefined : new Date(sinceText)
  const { rows: pageChanges, next } = await readPage(
    ['gallery-entries', channel, state, sinceText ?? ''],
    { cursor, limit: GALLERY_PAGE },
    async (after, limit) => {
      const page = { channel, since, after, limit }
      const rows = await listEntriesByChange(ctx.db, since ? page : { ...page, state })
      const removals = since ? await listRemovals(ctx.db, { ...page, since }) : []
      return [
        ...rows.map(row => ({ at: row.changed_at, id: row.entry_id, row })),
        ...removals.map(({ removed_at: at, entry_id: id }) => ({ at, id, row: null })),
      ].toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
    },
    change => change,
    z.uuid(),
  )
  const present = await createPresenter(
    ctx,
    pageChanges.flatMap(({ row }) => (row?.state === state ? [row] : [])),
  )
  const entries = pageChanges.flatMap(({ at, id, row }): ModeratedEntry[] => {
    const entry = row && present(row)
    if (entry) return [entry]
    return since ? [{ id, state: 'removed', updatedAt: at.toISOString() }] : []
  })
  return { entries, cursor: next }
}

/** Creates a function that presents entries with a public widget, and returns null for all others. */
async function createPresenter(ctx: Context, entries: readonly GalleryEntryRow[]) {
  const widgets = await listPublicWidgets(ctx.db, { productCodes: entries.map(each => each.product_code) })
  const customers = await findCustomersById(ctx.db, [...new Set(widgets.map(each => each.account_id))])
  const photoIdsByCode = new Map<string, string[]>()
  for (const [accountId, accountWidgets] of Map.groupBy(widgets, each => each.account_id))
    for (const [code, ids] of await findShownPhotoIds(ctx, accountId, accountWidgets))
      photoIdsByCode.set(code, ids)
  return (entry: GalleryEntryRow): ModeratedEntry | null => {
    const widget = widgets.find(each => each.product_code === entry.product_code)
    const customer = customers.get(entry.account_id)
    const [photoId] = photoIdsByCode.get(entry.product_code) ?? []
    if (!widget || !customer || !photoId || !entries.includes(entry)) return null
    return presentForRetailer(entry, widget, { origin: getViewerOrigin(ctx, customer), photoId })
  }
}

function presentForRetailer(
  entry: GalleryEntryRow,
  { public_id }: OrderedWidget,
  { origin, photoId }: { origin: string; photoId: string },
): ModeratedEntry {
  return {
    id: entry.entry_id,
    state: entry.state === 'approved' ? 'approved' : 'pending',
    version: entry.version,
    widgetId: entry.product_code,
    title: entry.title,
    description: entry.description,
    categoryId: entry.category_id,
    authorName: entry.author_name,
    publicUrl: createPublicUrl(origin, public_id),
    previewUrl: createPictureUrl(origin, public_id, photoId),
    updatedAt: entry.updated_at.toISOString(),
  }
}

/**
 * Stores the retailer's decision about the reviewed version of an entry. Idempotent; 404 for an unknown entry and one
 * whose widget is not public, 409 when its author has changed it since.
 */
export async function decideGalleryEntry(
  ctx: Context,
  entryId: string,
  { state, version }: z.output<typeof putGalleryEntryState.body>,
  submission?: Submission,
) {
  return changeForSubmission(ctx, submission, async tx => {
    const entry = await lockRow(tx, 'gallery_entries', { entry_id: entryId })
    const [widget] = entry ? await listPublicWidgets(tx.db, { productCodes: [entry.product_code] }) : []
    if (!entry || !widget || !mayAccessChannel(submission?.service, entry.channel))
      throw notFound('Gallery entry')
    if (entry.version !== version) throw createWidgetConflict('The entry has changed since', 'changed')
    if (entry.state !== state) {
      await updateRows(
        tx.db,
        'gallery_entries',
        { entry_id: entryId },
        { state, changed_at: ctx.clock.now() },
      )
      await publishToAccount(ctx, tx, entry.account_id, {
        type: 'widgets-changed',
        orderCode: widget.order_code,
      })
      tx.afterCommit(() => ctx.log.info({ entry: entryId, version, state }, 'gallery entry decided'))
    }
    return { id: entryId, state, version, stored: entry.state !== state }
  })
}

/** Whether the channel is of a vendor of the service; one that is no brand's has no entries. */
const mayAccessChannel = (service: ServiceCaller | undefined, channel: string) =>
  mayAccessVendor(service, findBrandByChannel(channel)?.vendor ?? '')
