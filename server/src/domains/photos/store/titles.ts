import { normalizePhotoName } from '#contract/filter-query.ts'
import type { Tx } from '../../../context.ts'
import type { PhotoRow } from './photos.ts'

/** Updates the title of a locked photo and the name that its facts are found by. */
export async function updateTitle(tx: Tx, photo: PhotoRow, title: string | null): Promise<void> {
  await tx.db
    .updateTable('photos')
    .set({ title })
    .where('account_id', '=', photo.account_id)
    .where('photo_id', '=', photo.photo_id)
    .execute()
  await tx.db
    .updateTable('photo_facts')
    .set({ name_norm: normalizePhotoName(photo.file_name, title) })
    .where('account_id', '=', photo.account_id)
    .where('photo_id', '=', photo.photo_id)
    .execute()
}
