import type { AccountColumns, Instant } from '../../schema.ts'

export interface TempSelectionTables {
  temp_selections: TempSelectionsTable
}

declare module '../../schema.ts' {
  interface Schema extends TempSelectionTables {}
}

export const tempSelectionTables: AccountColumns<TempSelectionTables> = {
  temp_selections: ['account_id'],
}

/** Photos chosen for the prints editor, frozen in the order in which it shows them. */
export interface TempSelectionsTable {
  account_id: string
  selection_id: string
  /** What the caller called the request; a repeated one finds its selection by it. */
  request_id: string | null
  /** Of what was asked for, so that one request id stands for one request. */
  request_hash: string
  photo_ids: string[]
  /** Origin the customer was on. */
  origin: string
  created_at: Instant
  expires_at: Instant
}
