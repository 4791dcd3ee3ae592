import type { KnownDate } from '#contract/photo-dates.ts'
import type { TimelineList } from '#contract/photos.ts'
import { distributed, type Instant, type Json, type TablesOf } from '../../schema.ts'
import type { TakenDate } from '../photos/index.ts'

export const photoDateTables = {
  changed_dates: distributed<ChangedDatesTable>('account_id'),
  date_changes: distributed<DateChangesTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof photoDateTables> {}
}

/** What a customer wants of chosen photos. */
export type WantedDate = ({ set: KnownDate } | { shift: { minutes: number } } | { reset: true }) & {
  onlyCamera?: string | undefined
}

/** A change of dates that a customer requested; deleted after 30 days. */
export interface DateChangesTable {
  account_id: string
  /** Chosen by the client, so that a repeated request changes nothing. */
  change_id: string
  /** The rule of the chosen photos, of a contract's photoSelection. */
  selection: Json<unknown>
  wanted: Json<WantedDate>
  state: 'running' | 'done' | 'undoing' | 'undone'
  /** Photos up to this id have been processed, by the change or its undo. */
  passed: string | null
  /** Numbers of chosen photos, of those that have got another date, and of those that could not be changed. */
  photos: number
  done: number
  skipped: number
  /** Some months that photos moved to. */
  months: Json<Omit<TimelineList['months'][number], 'photos'>[]>
  /** By the undo: photos that have their dates back, and those that have got another one since. */
  undone: number
  kept: number
  changed_at: Instant
}

/** The dates of a changed photo, for the undo. */
export interface ChangedDatesTable {
  account_id: string
  change_id: string
  photo_id: string
  before: Json<TakenDate>
  after: Json<TakenDate>
}
