import { type Selectable, sql } from 'kysely'
import type { GalleryState } from '#contract/widgets.ts'
import type { Reader, Tx } from '../../context.ts'
import type { TimePosition } from '../../http/cursor.ts'
import {
  deleteRowsReturning,
  lessThan,
  listRows,
  updateRowsReturning,
  upsertNewerRow,
} from '../../platform/db/rows.ts'
import { selectOpenAccounts } from '../customers/index.ts'
import { selectOrderBlocks } from '../orders/index.ts'
import type { GalleryEntriesTable, GalleryRemovalsTable, WidgetsTable } from './tables.ts'

export type GalleryEntryRow = Selectable<GalleryEntriesTable>

export function listEntriesOfProducts(
  db: Reader,
  productCodes: readonly string[],
): Promise<GalleryEntryRow[]> {
  return listRows(db, 'gallery_entries', { product_code: productCodes })
}

/** Deletes entries by one of their columns, and records the removals. */
export async function deleteEntries(
  tx: Tx,
  key: { entry_id: string } | { product_code: readonly string[] } | { account_id: string },
  now: Date,
): Promise<void> {
  const deletedEntries = await deleteRowsReturning(tx.db, 'gallery_entries', key)
  if (deletedEntries.length === 0) return
  await tx.db
    .insertInto('gallery_removals')
    .values(deletedEntries.map(({ entry_id, channel }) => ({ entry_id, channel, removed_at: now })))
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
  since?: Date | undefined
  after?: TimePosition | undefined
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
    .$if(since !== undefined, q => q.where('changed_at', '>=', since!))
    .$if(after !== undefined, q =>
      q.where(sql<boolean>`(changed_at, entry_id) > (${after!.at}, ${after!.id}::uuid)`),
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
    .where('removed_at', '>=', since)
    .$if(after !== undefined, q =>
      q.where(sql<boolean>`(removed_at, entry_id) > (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('removed_at')
    .orderBy('entry_id')
    .limit(limit)
    .execute()
}

export type WidgetRow = Selectable<WidgetsTable>

/** A widget whose order has arrived. */
export interface OrderedWidget extends WidgetRow {
  blocked: boolean
}

/** Query fragment: widgets whose order the same account has; a widget may arrive before its order. */
const selectOrderedWidgets = (db: Reader) =>
  db
    .selectFrom('widgets')
    .innerJoin(selectOrderBlocks(db).as('widget_order'), join =>
      join
        .onRef('widget_order.account_id', '=', 'widgets.account_id')
        .onRef('widget_order.code', '=', 'widgets.order_code'),
    )
    .selectAll('widgets')
    .select('widget_order.blocked')

/** Finds the account's widget: a deleted widget only with `includeDeleted`, and never a widget without content. */
export function findWidget(
  db: Reader,
  accountId: string,
  productCode: string,
  { includeDeleted = false } = {},
): Promise<OrderedWidget | undefined> {
  return selectOrderedWidgets(db)
    .where('widgets.account_id', '=', accountId)
    .where('widgets.product_code', '=', productCode)
    .where('widgets.emptied_at', 'is', null)
    .$if(!includeDeleted, q => q.where('widgets.deleted_at', 'is', null))
    .executeTakeFirst()
}

/** Lists the account's widgets of these orders that were not deleted, newest first. */
export function listWidgetsOfOrders(
  db: Reader,
  accountId: string,
  orderCodes: readonly string[],
): Promise<OrderedWidget[]> {
  return selectOrderedWidgets(db)
    .where('widgets.account_id', '=', accountId)
    .where('widgets.order_code', 'in', orderCodes)
    .where('widgets.deleted_at', 'is', null)
    .orderBy('widgets.created_at', 'desc')
    .orderBy('widgets.product_code')
    .execute()
}

/** Counts the widgets that `listWidgets` lists. */
export async function countWidgets(db: Reader, accountId: string): Promise<number> {
  const { count } = await selectOrderedWidgets(db)
    .clearSelect()
    .where('widgets.account_id', '=', accountId)
    .where('widgets.deleted_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the account's widgets that were not deleted, newest first. */
export function listWidgets(db: Reader, accountId: string): Promise<OrderedWidget[]> {
  return selectOrderedWidgets(db)
    .where('widgets.account_id', '=', accountId)
    .where('widgets.deleted_at', 'is', null)
    .orderBy('widgets.created_at', 'desc')
    .orderBy('widgets.product_code')
    .execute()
}

/** Lists public widgets: neither deleted nor blocked, of accounts that are not closed. */
export function listPublicWidgets(
  db: Reader,
  by: { publicIds: readonly string[] } | { productCodes: readonly string[] },
): Promise<OrderedWidget[]> {
  const keys = 'publicIds' in by ? by.publicIds : by.productCodes
  if (keys.length === 0) return Promise.resolve([])
  return selectOrderedWidgets(db)
    .where('publicIds' in by ? 'widgets.public_id' : 'widgets.product_code', 'in', keys)
    .where('widgets.deleted_at', 'is', null)
    .where('widget_order.blocked', '=', false)
    .where('widgets.account_id', 'in', selectOpenAccounts(db).select('account_directory.account_id'))
    .execute()
}

/** Returns whether an order is blocked; undefined for an unknown order. */
export async function findOrderBlock(db: Reader, orderCode: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom(selectOrderBlocks(db).as('widget_order'))
    .select('widget_order.blocked')
    .where('widget_order.code', '=', orderCode)
    .executeTakeFirst()
  return row?.blocked
}

/**
 * Stores the retailer's state unless the stored version is the same or higher, or of another account; returns whether
 * it was stored.
 */
export async function upsertWidgetRow(tx: Tx, { body, ...columns }: WidgetRow): Promise<boolean> {
  const { order_code, version, updated_at } = columns
  const changes = { order_code, version, updated_at, body: JSON.stringify(body) }
  return upsertNewerRow(tx, 'widgets', ['product_code'], { ...columns, ...changes }, changes)
}

/** Removes the content of widgets that were deleted before that instant; returns their products. */
export async function clearDeletedWidgets(tx: Tx, before: Date, now: Date): Promise<string[]> {
  const body = JSON.stringify({ title: '', pages: [] })
  const key = { deleted_at: lessThan(before), emptied_at: null }
  const changes = { body, title: null, description: null, emptied_at: now }
  const rows = await updateRowsReturning(tx.db, 'widgets', key, changes)
  return rows.map(row => row.product_code)
}
