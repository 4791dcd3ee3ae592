import { normalizePhotoName } from '#contract/filter-query.ts'
import type { Tx } from '../../../context.ts'
import { updateDatesOfFacts } from './facts.ts'
import type { PhotoRow } from './photos.ts'

/** What a photo gets from another one: its date and its title. */
export type TakenColumns = Pick<
  PhotoRow,
  | 'taken_at'
  | 'taken_offset'
  | 'taken_source'
  | 'taken_precision'
  | 'taken_sort'
  | 'taken_unknown'
  | 'taken_month'
  | 'title'
>

/** Updates date and title of a locked photo and of its facts. */
export async function updateTakenColumns(tx: Tx, photo: PhotoRow, columns: TakenColumns): Promise<void> {
  await tx.db
    .updateTable('photos')
    .set(columns)
    .where('account_id', '=', photo.account_id)
    .where('photo_id', '=', photo.photo_id)
    .execute()
  await updateDatesOfFacts(tx, photo.account_id, [photo.photo_id])
  if (photo.title === columns.title) return
  await tx.db
    .updateTable('photo_facts')
    .set({ name_norm: normalizePhotoName(photo.file_name, columns.title) })
    .where('account_id', '=', photo.account_id)
    .where('photo_id', '=', photo.photo_id)
    .execute()
}
