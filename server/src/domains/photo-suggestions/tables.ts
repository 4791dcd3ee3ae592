import type { LeftOutKind } from '#contract/selection-drafts.ts'
import { distributed, type Instant, type Json, type NullableJson, type TablesOf } from '../../schema.ts'
import type { DraftBody, DraftSource } from './draft-body.ts'

export const photoSuggestionTables = {
  selection_drafts: distributed<SelectionDraftsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof photoSuggestionTables> {}
}

/** Suggested selections with the changes of their customers. */
export interface SelectionDraftsTable {
  account_id: string
  draft_id: string
  version: number
  /** Null: the whole library. */
  source: NullableJson<DraftSource>
  wanted: number
  leave_out: string[]
  seed: number
  /** Photos of the source when it was made. */
  photos: number
  left_out: Json<{ kind: LeftOutKind; photos: number }[]>
  /** Of how many photos of the source the picture had been looked at. */
  looked: Json<{ done: number; of: number }>
  body: Json<DraftBody>
  /** Earlier versions that 'Undo' can restore, oldest first. */
  history: Json<{ version: number; body: DraftBody }[]>
  created_at: Instant
  updated_at: Instant
}
