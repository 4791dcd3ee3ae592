import { type Instant, local, type TablesOf } from '../../schema.ts'

export const tempSelectionTables = {
  temp_selections: local<TempSelectionsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof tempSelectionTables> {}
}

/** Photos chosen for the prints editor, in the order in which it shows them. */
export interface TempSelectionsTable {
  account_id: string
  selection_id: string
  /** Idempotency key chosen by the client; null without one. */
  request_id: string | null
  /** Hash of the requested photos: a request id must not be reused for other photos. */
  request_hash: string
  photo_ids: string[]
  /** Origin of the page the customer came from. */
  origin: string
  created_at: Instant
  expires_at: Instant
}
