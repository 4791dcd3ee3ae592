import { sql } from 'kysely'
import { normalizePhotoName } from '#contract/filter-query.ts'
import type { Tx } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { FileTaken } from '../tables.ts'
import type { toTakenColumns } from '../taken-columns.ts'
import type { PhotoRow } from './photos.ts'

export type TakenColumns = ReturnType<typeof toTakenColumns>

/**
 * Writes the dates of locked photos. `fileTaken` is stored for photos that have none yet: it is never changed again.
 */
export async function updateTakenDates(
  tx: Tx,
  accountId: string,
  rows: readonly { photoId: string; taken: TakenColumns; fileTaken: FileTaken }[],
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
      ${rows.map(({ fileTaken }) => JSON.stringify(fileTaken))}::text[]
    ) as c (photo_id, taken_at, taken_offset, taken_source, taken_precision, taken_sort, taken_unknown, taken_month, file_taken)
    where p.account_id = ${accountId} and p.photo_id = c.photo_id`.execute(tx.db)
}

/** Updates the title of a locked photo and the name that its facts are found by. */
export async function updateTitle(tx: Tx, photo: PhotoRow, title: string | null): Promise<void> {
  const { account_id, photo_id, file_name } = photo
  await updateRows(tx.db, 'photos', { account_id, photo_id }, { title })
  const name_norm = normalizePhotoName(file_name, title)
  await updateRows(tx.db, 'photo_facts', { account_id, photo_id }, { name_norm })
}
