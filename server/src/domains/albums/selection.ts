import type { z } from 'zod'
import type { photoSelection } from '#contract/albums.ts'
import type { Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { listPhotoIdsOfMonth, lockPhotosForShare } from '../photos/index.ts'
import { findAlbum } from './store/albums.ts'
import { listPhotoIdsOfAlbum } from './store/photo-pages.ts'

/** Photos named one by one, or chosen by rule (decision 0004). */
export type PhotoChoice = { photoIds: readonly string[] } | { selection: z.output<typeof photoSelection> }

/**
 * Ids of the chosen photos, kept from leaving the library until the transaction ends. Named ones must all be there;
 * of a rule those that are. An album in a rule that is not the caller's is not found, a shared one forbidden (OP-17).
 */
export async function lockChosenPhotos(tx: Tx, accountId: string, chosen: PhotoChoice): Promise<string[]> {
  if ('selection' in chosen)
    return lockPhotosForShare(tx, accountId, await byRule(tx, accountId, chosen.selection))
  const wanted = [...new Set(chosen.photoIds)]
  const held = await lockPhotosForShare(tx, accountId, wanted)
  if (held.length < wanted.length) throw notFound('Photo')
  return held
}

async function byRule(
  tx: Tx,
  accountId: string,
  { groupBy, months, albums, photoIds }: z.output<typeof photoSelection>,
): Promise<string[]> {
  const ids = new Set(photoIds)
  const take = (found: string[], except: string[]) => {
    const left = new Set(except)
    for (const id of found) if (!left.has(id)) ids.add(id)
  }
  for (const { year, month, except } of months)
    take(await listPhotoIdsOfMonth(tx.db, accountId, { groupBy, month: year * 100 + month }), except)
  for (const { albumId, except } of albums) {
    const album = await findAlbum(tx.db, accountId, albumId)
    if (!album) throw notFound('Album')
    if (album.shared) throw new Failure('forbidden', 'Photos of a shared album cannot be chosen')
    take(await listPhotoIdsOfAlbum(tx.db, album), except)
  }
  return [...ids]
}
