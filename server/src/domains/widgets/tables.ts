import type { RetailerWidget } from '#contract/retailer-widgets.ts'
import type { GalleryState } from '#contract/widgets.ts'
import { type Instant, type Json, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const widgetTables = {
  gallery_entries: local<GalleryEntriesTable>('account_id'),
  widgets: local<WidgetsTable>('account_id'),
  gallery_removals: local<GalleryRemovalsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof widgetTables> {}
}

/** Live → deleted → emptied. An emptied row stays, so that a later version from the retailer does not restore it. */
export interface WidgetsTable {
  product_code: string
  account_id: string
  order_code: string
  version: number
  body: Json<WidgetBody>
  /** The customer's own title and description; null until they change them. */
  title: string | null
  description: string | null
  /** The secret in the public link. */
  public_id: string
  created_at: Instant
  updated_at: Instant
  deleted_at: NullableInstant
  /** When its content was removed permanently. */
  emptied_at: NullableInstant
}

/** A widget as the retailer sent it, without the fields that have columns. */
export type WidgetBody = Omit<RetailerWidget, 'version' | 'orderCode' | 'createdAt'>

/** Entries of widgets in the gallery, at most one per widget. */
export interface GalleryEntriesTable {
  entry_id: string
  account_id: string
  product_code: string
  channel: string
  title: string
  description: string
  category_id: string
  author_name: string
  state: GalleryState
  /** Incremented with each change of its author: a decision is about one version. */
  version: number
  /** When its content last changed. */
  updated_at: Instant
  /** When anything changed that the gallery shows. */
  changed_at: Instant
}

/** Removed entries, so that the gallery can read the removals. */
export interface GalleryRemovalsTable {
  entry_id: string
  channel: string
  removed_at: Instant
}
