import type { RetailerWidget } from '#contract/retailer-widgets.ts'
import type { GalleryState } from '#contract/widgets.ts'
import { type Instant, type Json, local, type NullableInstant, type TableDeclarations } from '../../schema.ts'

export interface WidgetTables {
  widgets: WidgetsTable
  gallery_entries: GalleryEntriesTable
  gallery_removals: GalleryRemovalsTable
}

declare module '../../schema.ts' {
  interface Schema extends WidgetTables {}
}

export const widgetTables: TableDeclarations<WidgetTables> = {
  widgets: local('account_id'),
  gallery_entries: local('account_id'),
  gallery_removals: local(),
}

/** Live → deleted → emptied. An emptied one stays, so that a later version from the retailer does not bring it back. */
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
  /** When its content was removed for good. */
  emptied_at: NullableInstant
}

/** A widget as the retailer sent it, without what is in the columns. */
export type WidgetBody = Omit<RetailerWidget, 'version' | 'orderCode' | 'createdAt'>

/** At most one of a widget. */
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
  /** Rises with each change of its author: a decision is about one version. */
  version: number
  /** Of its content. */
  updated_at: Instant
  /** Of anything by which the gallery changes. */
  changed_at: Instant
}

/** Removed entries, so that the gallery hears of it. */
export interface GalleryRemovalsTable {
  entry_id: string
  channel: string
  removed_at: Instant
}
