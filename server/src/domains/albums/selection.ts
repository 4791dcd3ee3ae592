import type { z } from 'zod'
import type { photoSelection } from '#contract/photo-selection.ts'
import type { Reader, Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { listPhotoIdsOfMonth, lockPhotosForShare } from '../photos/index.ts'
import { findAlbum } from './store/albums.ts'
import { listPhotoIdsOfAlbum } from './store/photo-pages.ts'

/** Photos by id, or a selection by rule (decision 0004). */
export type PhotoChoice = { photoIds: readonly string[] } | { selection: z.output<typeof photoSelection> }

/**
 * Ids of the chosen photos, locked so that none can be deleted before the transaction ends. 404 if a listed photo is not
 * in the library; a selection by rule matches the photos of the library only. An album of the rule that is not the
 * caller's is 404, a shared one 403 (OP-17).
 */
export async function lockChosenPhotos(tx: Tx, accountId: string, chosen: PhotoChoice): Promise<string[]> {
  if ('selection' in chosen)
    return lockPhotosForShare(tx, accountId, await listSelectedPhotoIds(tx.db, accountId, chosen.selection))
  const wanted = [...new Set(chosen.photoIds)]
  const locked = await lockPhotosForShare(tx, accountId, wanted)
  if (locked.length < wanted.length) throw notFound('Photo')
  return locked
}

/** Ids of a selection by rule; listed ids need not be in the library. Albums as in lockChosenPhotos. */
export async function listSelectedPhotoIds(
  db: Reader,
  accountId: string,
  { groupBy, months, albums, photoIds }: z.output<typeof photoSelection>,
): Promise<string[]> {
  const ids = new Set(photoIds)
  const add = (found: string[], except: string[]) => {
    const excluded = new Set(except)
    for (const id of found) if (!excluded.has(id)) ids.add(id)
  }
  for (const { year, month, except } of months)
    add(await listPhotoIdsOfMonth(db, accountId, { groupBy, month: year * 100 + month }), except)
  for (const { albumId, except } of albums) {
    const album = await findAlbum(db, accountId, albumId)
    if (!album) throw notFound('Album')
    if (album.shared) throw new Failure('forbidden', 'Photos of a shared album cannot be chosen')
    add(await listPhotoIdsOfAlbum(db, album), except)
  }
  return [...ids]
}
