import { sql } from 'kysely'
import { normalizePhotoName } from '#contract/filter-query.ts'
import type { Tx } from '../../../context.ts'
import type { FileTaken } from '../tables.ts'
import type { toTakenColumns } from '../taken-columns.ts'
import type { PhotoRow } from './photos.ts'

export type TakenColumns = ReturnType<typeof toTakenColumns>

/**
 * Writes the dates of locked photos. `fileTaken` is stored, if given, for photos that have none yet: it is never changed again.
 */
export async function updateTakenDates(
  tx: Tx,
  accountId: string,
  rows: readonly { photoId: string; taken: TakenColumns; fileTaken: FileTaken | null }[],
): Promise<void> {
  const column = <K extends keyof TakenColumns>(name: K) => rows.map(({ taken }) => taken[name])
  await sql`
    update photos p set
      taken_at = c.taken_at, taken_offset = c.taken_offset, taken_source = c.taken_source,
      taken_precision = c.taken_precision, taken_sort = c.taken_sort, taken_unknown = c.taken_unknown,
      taken_month = c.taken_month, file_taken = coalesce(p.file_taken, c.file_taken::jsonb)
    from unnest(
      ${rows.map(({ photoId }) => photoId)}::uuid[], ${column('taken_at')}::timestamp[],
      ${column('taken_offset')}::int[], ${column('taken_source')}::text[], ${column('taken_precision')}::text[],
      ${column('taken_sort')}::timestamp[], ${column('taken_unknown')}::boolean[], ${column('taken_month')}::int[],
      ${rows.map(({ fileTaken }) => fileTaken && JSON.stringify(fileTaken))}::text[]
    ) as c (photo_id, taken_at, taken_offset, taken_source, taken_precision, taken_sort, taken_unknown, taken_month, file_taken)
    where p.account_id = ${accountId} and p.photo_id = c.photo_id`.execute(tx.db)
}

/** Updates the titles of locked photos and the names that their facts are found by. */
export async function updateTitles(
  tx: Tx,
  accountId: string,
  titles: readonly { row: PhotoRow; title: string | null }[],
): Promise<void> {
  if (titles.length === 0) return
  const names = titles.map(({ row, title }) => normalizePhotoName(row.file_name, title))
  await sql`
    with named as (
      select * from unnest(
        ${titles.map(({ row }) => row.photo_id)}::uuid[], ${titles.map(({ title }) => title)}::text[], ${names}::text[]
      ) as n (photo_id, title, name_norm)
    ), facts as (
      update photo_facts f set name_norm = n.name_norm from named n
      where f.account_id = ${accountId} and f.photo_id = n.photo_id
    )
    update photos p set title = n.title from named n
    where p.account_id = ${accountId} and p.photo_id = n.photo_id`.execute(tx.db)
}
