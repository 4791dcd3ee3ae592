import type { Context } from '#server/context.ts'
import { findPhotos, selectPhotoSortValues } from '#server/domains/photos/index.ts'

export interface DemoPhoto {
  id: string
  name: string
}

/** Shots within this time are of one burst. */
const BURST_MS = 10_000

/**
 * Lists the newest photos of a library by date taken, latest first, those without a date last; of shots in a row only the first
 * one: the others are in no product, so that Tidy up recommends something.
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
  const toTime = (row: (typeof rows)[number]) =>
    Date.parse(`${row.taken_sort.replace(' ', 'T').slice(0, 23)}Z`)
  const dated = rows.filter(row => !row.taken_unknown)
  const firstShots = dated.filter((row, i) => i === 0 || toTime(row) - toTime(dated[i - 1]!) > BURST_MS)
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
