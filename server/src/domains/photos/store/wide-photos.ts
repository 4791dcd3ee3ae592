import { sql } from 'kysely'
import { type SortKey, WIDE_PER_MONTH } from '#contract/photos.ts'
import type { Reader } from '../../../context.ts'

/** Positions by the number of the month. */
export type WidePhotos = ReadonlyMap<number, readonly number[]>

/**
 * Lists the positions of the photos in the library that are at least twice as wide as high, in their months from the newest photo,
 * ascending: the first WIDE_PER_MONTH of each month. Counts the photos from each wide one to the next newer one, or to the
 * end of the month, in the index of the order alone: numbering all photos of the months takes several times as long.
 */
export async function listWidePhotos(db: Reader, accountId: string, groupBy: SortKey): Promise<WidePhotos> {
  const { value, month, monthEnd, isComparable } = groupBy === 'created' ? BY_CREATED : BY_TAKEN
  const { rows } = await sql<{ month: number; newer: number }>`
    with wide as materialized (
      select ${month} as month, ${value} as value, photo_id, taken_unknown,
        lag(${value}, 1, ${monthEnd}) over newest as newer_value,
        lag(photo_id, 1, '00000000-0000-0000-0000-000000000000') over newest as newer_id,
        row_number() over newest as number
      from photo_facts
      where account_id = ${accountId} and in_library and height > 0 and width >= 2 * height
      window newest as (partition by ${month} order by ${value} desc, photo_id desc)
    )
    select month, (
      select count(*)::int from photo_facts f
      where f.account_id = ${accountId} and f.in_library and ${isComparable}
        and (f.${value}, f.photo_id) > (wide.value, wide.photo_id)
        and (f.${value}, f.photo_id) <= (wide.newer_value, wide.newer_id)
    ) as newer
    from wide where number <= ${WIDE_PER_MONTH} order by month, number`.execute(db)
  const positions = new Map<number, number[]>()
  for (const { month, newer } of rows) {
    const ofMonth = positions.get(month) ?? []
    ofMonth.push((ofMonth.at(-1) ?? 0) + newer)
    positions.set(month, ofMonth)
  }
  return positions
}

const BY_TAKEN = {
  value: sql.raw('taken_sort'),
  month: sql.raw('taken_month'),
  // Photos without a date are sorted by their upload.
  monthEnd: sql.raw(
    `case when taken_unknown then 'infinity' else date_trunc('month', taken_sort) + interval '1 month' end`,
  ),
  isComparable: sql.raw('f.taken_unknown = wide.taken_unknown'),
}

const BY_CREATED = {
  value: sql.raw('created_at'),
  month: sql.raw(`to_char(created_at at time zone 'UTC', 'YYYYMM')::int`),
  monthEnd: sql.raw(
    `(date_trunc('month', created_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'`,
  ),
  isComparable: sql.raw('true'),
}
