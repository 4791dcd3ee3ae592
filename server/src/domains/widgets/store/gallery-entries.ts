import { type Selectable, sql } from 'kysely'
import type { GalleryState } from '#contract/widgets.ts'
import type { Reader, Tx } from '../../../context.ts'
import { listRows } from '../../../platform/db/rows.ts'
import type { GalleryEntriesTable, GalleryRemovalsTable } from '../tables.ts'

export type GalleryEntryRow = Selectable<GalleryEntriesTable>

export function listEntriesOfProducts(
  db: Reader,
  productCodes: readonly string[],
): Promise<GalleryEntryRow[]> {
  return listRows(db, 'gallery_entries', { product_code: productCodes })
}

/** Inserts the entry; false when its widget has one. */
export async function insertEntry(tx: Tx, entry: GalleryEntryRow): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('gallery_entries')
    .values(entry)
    .onConflict(oc => oc.column('product_code').doNothing())
    .returning('entry_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes entries by one of their columns, and records the removals. */
export async function deleteEntries(
  tx: Tx,
  filter: { entryId: string } | { productCodes: readonly string[] } | { accountId: string },
  now: Date,
): Promise<void> {
  const deletedEntries = await tx.db
    .deleteFrom('gallery_entries')
    .$if('entryId' in filter, q => q.where('entry_id', '=', (filter as { entryId: string }).entryId))
    .$if('productCodes' in filter, q =>
      q.where('product_code', 'in', (filter as { productCodes: readonly string[] }).productCodes),
    )
    .$if('accountId' in filter, q => q.where('account_id', '=', (filter as { accountId: string }).accountId))
    .returning(['entry_id', 'channel'])
    .execute()
  if (deletedEntries.length === 0) return
  await tx.db
    .insertInto('gallery_removals')
    .values(deletedEntries.map(entry => ({ ...entry, removed_at: now })))
    .onConflict(oc => oc.column('entry_id').doNothing())
    .execute()
}

/** Sets `changed_at` of the entries of an account, of one of its orders, or of one product, for the polling gallery. */
export async function markEntriesChanged(
  tx: Tx,
  { accountId, orderCode, productCode }: { accountId: string; orderCode?: string; productCode?: string },
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('gallery_entries')
    .set({ changed_at: now })
    .where('account_id', '=', accountId)
    .$if(productCode !== undefined, q => q.where('product_code', '=', productCode!))
    .$if(orderCode !== undefined, q =>
      q.where('product_code', 'in', db =>
        db
          .selectFrom('widgets')
          .select('widgets.product_code')
          .where('widgets.account_id', '=', accountId)
          .where('widgets.order_code', '=', orderCode!),
      ),
    )
    .execute()
}

/** Entries of a channel, in the order of their changes. */
export interface EntryPage {
  channel: string
  /** Only entries in this state; undefined: all. */
  state?: GalleryState
  since?: Date
  /** With `since`: after the entry with this id. */
  after?: string
  limit: number
}

export function listEntriesByChange(
  db: Reader,
  { channel, state, since, after, limit }: EntryPage,
): Promise<GalleryEntryRow[]> {
  return db
    .selectFrom('gallery_entries')
    .selectAll()
    .where('channel', '=', channel)
    .$if(state !== undefined, q => q.where('state', '=', state!))
    .$if(since !== undefined && after === undefined, q => q.where('changed_at', '>=', since!))
    .$if(since !== undefined && after !== undefined, q =>
      q.where(sql<boolean>`(changed_at, entry_id) > (${since}, ${after}::uuid)`),
    )
    .orderBy('changed_at')
    .orderBy('entry_id')
    .limit(limit)
    .execute()
}

export function listRemovals(
  db: Reader,
  { channel, since, after, limit }: Required<Pick<EntryPage, 'channel' | 'since' | 'limit'>> & EntryPage,
): Promise<Selectable<GalleryRemovalsTable>[]> {
  return db
    .selectFrom('gallery_removals')
    .selectAll()
    .where('channel', '=', channel)
    .$if(after === undefined, q => q.where('removed_at', '>=', since))
    .$if(after !== undefined, q => q.where(sql<boolean>`(removed_at, entry_id) > (${since}, ${after}::uuid)`))
    .orderBy('removed_at')
    .orderBy('entry_id')
    .limit(limit)
    .execute()
}
