import type { Context } from '#server/context.ts'
import { findPhotos, selectPhotoSortValues } from '#server/domains/photos/index.ts'

export interface DemoPhoto {
  id: string
  name: string
}

/** Lists the newest photos of a library by date taken, latest first. */
export async function listNewestPhotos(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  limit: number,
): Promise<DemoPhoto[]> {
  const sortValues = await selectPhotoSortValues(db)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('taken_sort', 'desc')
    .orderBy('photo_id')
    .limit(limit)
    .execute()
  const ids = sortValues.map(row => row.photo_id)
  const photos = await findPhotos(db, accountId, ids)
  const names = new Map(photos.map(row => [row.photo_id, row.file_name]))
  return ids.map(id => ({ id, name: names.get(id) ?? '' }))
}

/** Rotates the list to start at an index. */
export const rotate = <T>(photos: readonly T[], start: number): T[] => {
  const at = start % Math.max(1, photos.length)
  return [...photos.slice(at), ...photos.slice(0, at)]
}
