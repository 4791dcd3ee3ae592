import type { Context } from '#server/context.ts'
import { findPhotos, selectPhotoSortValues } from '#server/domains/photos/index.ts'

export interface DemoPhoto {
  id: string
  name: string
}

/**
 * Lists the newest photos of a library by date taken, latest first, those without a date last; of a minute's shots only the
 * first one: the others, which are shots in a row, are in no product, so that Tidy up recommends something.
 */
export async function listNewestPhotos(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  limit: number,
): Promise<DemoPhoto[]> {
  const rows = await selectPhotoSortValues(db)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('taken_sort')
    .orderBy('photo_id')
    .execute()
  const dated = rows.filter(row => !row.taken_unknown)
  const minutes = Map.groupBy(dated, row => row.taken_sort.slice(0, 'YYYY-MM-DD HH:MM'.length))
  const firstShots = [...minutes.values()].map(([first]) => first!)
  const ids = [...firstShots.toReversed(), ...rows.filter(row => row.taken_unknown)]
    .slice(0, limit)
    .map(row => row.photo_id)
  const photos = await findPhotos(db, accountId, ids)
  const names = new Map(photos.map(row => [row.photo_id, row.file_name]))
  return ids.map(id => ({ id, name: names.get(id) ?? '' }))
}

/** Rotates the list to start at an index. */
export const rotate = <T>(photos: readonly T[], start: number): T[] => {
  const at = start % Math.max(1, photos.length)
  return [...photos.slice(at), ...photos.slice(0, at)]
}
