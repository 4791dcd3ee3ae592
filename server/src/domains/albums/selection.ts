import type { z } from 'zod'
import type { photoSelection } from '#contract/photo-selection.ts'
import type { Reader, Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { listFoundPhotoIds, listPhotoIdsOfMonth, lockPhotosForShare, toMonthNumber } from '../photos/index.ts'
import { compilePhotoFilter } from './photo-filter.ts'
import { findAlbum } from './store/albums.ts'
import { listPhotoIdsOfAlbum } from './store/photo-pages.ts'

/** Photos by id, or a selection by rule (decision 0154). */
export type PhotoChoice = { photoIds: readonly string[] } | { selection: z.output<typeof photoSelection> }

/**
 * Locks the chosen photos so that none can be deleted before the transaction ends, and returns their ids. 404 if a
 * listed photo is not in the library; a selection by rule matches the photos of the library only. An album of the rule
 * that is not the caller's is 404, a shared one 403 (OP-17).
 */
export async function lockChosenPhotos(
  tx: Tx,
  accountId: string,
  photoChoice: PhotoChoice,
  now: Date,
): Promise<string[]> {
  if ('selection' in photoChoice)
    return lockPhotosForShare(
      tx,
      accountId,
      await listSelectedPhotoIds(tx.db, accountId, photoChoice.selection, now),
    )
  const requestedIds = [...new Set(photoChoice.photoIds)]
  const lockedIds = await lockPhotosForShare(tx, accountId, requestedIds)
  if (lockedIds.length < requestedIds.length) throw notFound('Photo')
  return lockedIds
}

/** Lists ids of a selection by rule; listed ids need not be in the library. Albums as in lockChosenPhotos. */
export async function listSelectedPhotoIds(
  db: Reader,
  accountId: string,
  { groupBy, months, albums, filters, photoIds }: z.output<typeof photoSelection>,
  now: Date,
): Promise<string[]> {
  const ids = new Set(photoIds)
  const add = (matchingIds: string[], except: string[]) => {
    const excludedIds = new Set(except)
    for (const id of matchingIds) if (!excludedIds.has(id)) ids.add(id)
  }
  for (const { except, ...month } of months)
    add(await listPhotoIdsOfMonth(db, accountId, month, groupBy), except)
  for (const { albumId, except } of albums) {
    const album = await findAlbum(db, accountId, albumId)
    if (!album) throw notFound('Album')
    if (album.shared) throw new Failure('forbidden', 'Photos of a shared album cannot be chosen')
    add(await listPhotoIdsOfAlbum(db, album), except)
  }
  for (const { filter, months, except } of filters) {
    const compiled = await compilePhotoFilter(db, accountId, filter, now)
    add(
      await listFoundPhotoIds(
        db,
        accountId,
        compiled,
        months && { groupBy, months: months.map(month => toMonthNumber(month, groupBy)) },
      ),
      except,
    )
  }
  return [...ids]
}
