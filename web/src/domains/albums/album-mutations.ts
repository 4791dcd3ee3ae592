import type { QueryClient } from '@tanstack/react-query'
import {
  type Album,
  addAlbumPhotos,
  createAlbum as createCall,
  deleteAlbum as deleteCall,
  removeAlbumPhoto,
  removeAlbumPhotos,
  restoreAlbum as restoreCall,
  updateAlbum,
} from '#contract/albums.ts'
import type { Input } from '#contract/endpoint.ts'
import { createEntityTag } from '#contract/input/entity-tag.ts'
import type { Image } from '#contract/photos.ts'
import { deleteSharedAlbum as deleteSharedCall } from '#contract/shared-albums.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { beginOptimisticUpdate, type PhotoTargets, trackRemoval } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { type ChunkOptions, runInChunks } from '#web/platform/http/chunks.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import {
  cancelAlbumQueries,
  invalidateAlbumLists,
  invalidateAlbums,
  removeCachedAlbum,
  removePhotosFromCachedAlbum,
  updateCachedAlbum,
} from './album-cache.ts'
import { clearDeletion, markDeletion } from './album-deletions.ts'
import { albumKeys } from './album-queries.ts'

type Progress = Pick<ChunkOptions, 'onProgress' | 'sleep'>

/** Creates an empty album. Idempotent by `albumId`: a retry after a lost answer creates no second album. */
export async function createAlbum(queries: QueryClient, name: string, albumId: string): Promise<void> {
  await call(createCall, { body: { name, albumId } })
  invalidateAlbums(queries)
}

/**
 * Renames an album optimistically; a failure restores the previous name. Rejects with 412 when it has another name
 * by now than the given one.
 */
export function renameAlbum(
  queries: QueryClient,
  { albumId, albumName }: Pick<Album, 'albumId' | 'albumName'>,
  name: string,
): Promise<void> {
  const change = (album: Album) => ({ ...album, albumName: name.trimEnd() })
  return updateOptimistically(queries, albumId, change, { name }, createEntityTag({ name: albumName }))
}

/** Sets an album's cover optimistically; null makes its first photo the cover. */
export function setCover(queries: QueryClient, id: string, cover: Image | null): Promise<void> {
  const coverFields = { coverChosen: cover !== null, ...(cover && { coverPhoto: cover }) }
  return updateOptimistically(queries, id, album => ({ ...album, ...coverFields }), {
    coverPhotoId: cover?.imageId ?? null,
  })
}

/** Deletes an album, not its photos. Resolves if the album does not exist any more. */
export async function deleteAlbum(queries: QueryClient, id: string): Promise<void> {
  await deleteIfExists(queries, id, () => call(deleteCall, { params: { id } }))
  removeCachedAlbum(queries, beginOptimisticUpdate(queries, photoKeys.albums), id, 'albumsCount')
  invalidateAlbumLists(queries)
}

/** Deletes a shared album as its owner, or leaves it as a participant. */
export async function deleteSharedAlbum(
  queries: QueryClient,
  id: string,
  role: 'owner' | 'participant',
): Promise<void> {
  await deleteIfExists(queries, id, () => call(deleteSharedCall, { params: { id } }))
  const counter = role === 'owner' ? 'albumsCount' : 'readAlbumsCount'
  removeCachedAlbum(queries, beginOptimisticUpdate(queries, photoKeys.albums), id, counter)
  invalidateAlbumLists(queries)
}

/** Deletes an album unless it is gone. Cancels the requests of its page first: later ones would be answered with 404. */
async function deleteIfExists(
  queries: QueryClient,
  id: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  markDeletion(id)
  await cancelAlbumQueries(queries, id)
  try {
    await remove()
  } catch (error) {
    clearDeletion(id)
    if (isNotFound(error)) return
    invalidateAlbums(queries, id)
    throw error
  }
}

/** Shows a deleted album again. */
export async function restoreAlbum(queries: QueryClient, id: string): Promise<void> {
  clearDeletion(id)
  try {
    await call(restoreCall, { params: { id } })
  } finally {
    invalidateAlbums(queries, id)
  }
}

/**
 * Adds photos to an album: a selection by rule in one call, single photos in chunks of 100 with retries. Rejects if some could not be added; the others stay in the album.
 */
export async function addPhotos(
  queries: QueryClient,
  id: string,
  targets: PhotoTargets,
  options: Progress = {},
): Promise<void> {
  const add = (body: Input<typeof addAlbumPhotos>['body']) => call(addAlbumPhotos, { params: { id }, body })
  const selection = targets.rule?.()
  try {
    if (selection) await add({ selection })
    else await runInChunks(await targets.ids(), photoIds => add({ photoIds }).then(toNoFailures), options)
  } finally {
    invalidateAlbums(queries, id)
  }
}

/**
 * Removes photos from an album, not from the library. Photos given by id are removed optimistically and restored on
 * failure: a single one by its own address, several in chunks with retries. `allExcept` is one call.
 */
export async function removePhotos(
  queries: QueryClient,
  id: string,
  photos: { ids: readonly string[] } | { allExcept: string[] },
  options: Progress = {},
): Promise<void> {
  const optimistic = beginOptimisticUpdate(queries)
  if ('ids' in photos) removePhotosFromCachedAlbum(queries, optimistic, id, new Set(photos.ids))
  try {
    await trackRemoval(queries, () => remove(id, photos, options))
  } catch (error) {
    optimistic.rollback()
    throw error
  } finally {
    invalidateAlbums(queries, id)
  }
}

async function remove(id: string, photos: Parameters<typeof removePhotos>[2], options: Progress) {
  const params = { id }
  if ('allExcept' in photos) {
    await call(removeAlbumPhotos, { params, body: photos })
    return
  }
  const [singleId] = photos.ids
  if (photos.ids.length === 1 && singleId !== undefined) return removeOne(id, singleId)
  await runInChunks(
    photos.ids,
    photoIds => call(removeAlbumPhotos, { params, body: { photoIds } }).then(toNoFailures),
    options,
  )
}

/** Each call succeeds or fails as a whole: the answers have counts and no failed ids. */
const toNoFailures = () => ({ failed: [] })

/** Resolves if the photo is not in the album any more. */
async function removeOne(id: string, photoId: string) {
  await nullIfNotFound(call(removeAlbumPhoto, { params: { id, photoId } }))
}

async function updateOptimistically(
  queries: QueryClient,
  id: string,
  change: (album: Album) => Album,
  body: Input<typeof updateAlbum>['body'],
  precondition?: Promise<string>,
): Promise<void> {
  const optimistic = beginOptimisticUpdate(queries, photoKeys.albums)
  updateCachedAlbum(queries, optimistic, id, change)
  try {
    const options = { ifMatch: await precondition }
    queries.setQueryData(albumKeys.album(id), await call(updateAlbum, { params: { id }, body }, options))
  } catch (error) {
    optimistic.rollback()
    throw error
  } finally {
    invalidateAlbums(queries)
  }
}
