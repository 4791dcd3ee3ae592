import { JANUARY_1970, UNKNOWN_MONTH } from './store/order.ts'
import type { TakenPrecision, TakenSource } from './tables.ts'

/** A date of a photo, as its file, a companion, its name or the customer says. */
export interface TakenDate {
  /** Local date-time 'YYYY-MM-DD HH:mm:ss' or with a T; null without one. */
  at: string | null
  /** Minutes east of UTC. */
  offset: number | null
  source: TakenSource
  precision: TakenPrecision
  /** Microseconds of the sort value: 0 to 999,999. */
  fraction: number
}

/**
 * Returns the columns of `photos` that follow from a date, which must only be changed together. A photo without a date
 * is sorted by its upload.
 */
export function toTakenColumns(date: TakenDate, createdAt: Date) {
  const at = date.at?.replace('T', ' ') ?? null
  return {
    taken_at: at,
    taken_offset: at === null ? null : date.offset,
    taken_source: date.source,
    taken_precision: date.precision,
    taken_sort:
      at === null
        ? createdAt.toISOString().slice(0, 23).replace('T', ' ')
        : `${at}.${String(date.fraction).padStart(6, '0')}`,
    taken_unknown: at === null,
    taken_month: at === null ? UNKNOWN_MONTH : parseTakenMonth(at),
  }
}

/** yyyymm of 'YYYY-MM…', where January 1970 has a number of its own. */
function parseTakenMonth(at: string): number {
  const month = Number(at.slice(0, 4)) * 100 + Number(at.slice(5, 7))
  return month === UNKNOWN_MONTH ? JANUARY_1970 : month
}
